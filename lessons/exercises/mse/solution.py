"""mse: the mean squared error."""

from micrograd import Value


def mse(predictions: list[Value], targets: list[float]) -> Value:
    errors = [(p - t) ** 2 for p, t in zip(predictions, targets)]
    return sum(errors) / len(errors)
