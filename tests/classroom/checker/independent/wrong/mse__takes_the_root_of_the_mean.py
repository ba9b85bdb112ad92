# wrong: takes the root of the mean
from micrograd import Value


def mse(predictions, targets):
    mean = sum((p - t) ** 2 for p, t in zip(predictions, targets)) / len(targets)
    return mean ** 0.5
