# wrong: subtracts the targets from the data of the predictions in place
from micrograd import Value


def mse(predictions, targets):
    total = Value(0.0)
    for p, t in zip(predictions, targets):
        p.data -= t
        total = total + p * p
    return total * (1 / len(predictions))
