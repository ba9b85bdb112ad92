# wrong: halves after each new sample, which is the mean for two samples only
from micrograd import Value


def mse(predictions, targets):
    mean = (predictions[0] - targets[0]) ** 2
    for p, t in zip(predictions[1:], targets[1:]):
        mean = (mean + (p - t) ** 2) / 2
    return mean
