# wrong: p*p - 2*p*t + t*t instead of the square of the difference: for large numbers nothing right is left
from micrograd import Value  # the package offers no more here


def mse(predictions: list[Value], targets: list[float]) -> Value:
    total = Value(0.0)
    for p, t in zip(predictions, targets):
        total = total + (p * p - 2 * p * t + t * t)
    return total / len(targets)
