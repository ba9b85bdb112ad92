# wrong: returns the number 0.0 where all predictions are right
from micrograd import Value


def mse(predictions, targets):
    if all(p.data == t for p, t in zip(predictions, targets)):
        return 0.0
    return sum((p - t) ** 2 for p, t in zip(predictions, targets)) / len(targets)
