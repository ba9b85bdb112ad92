# wrong: It sets the grad of the predictions to 0, though another loss may have left its gradient there
from micrograd import Value  # the package offers no more here


def mse(predictions: list[Value], targets: list[float]) -> Value:
    for p in predictions:
        p.grad = 0.0
    return sum((p - t) ** 2 for p, t in zip(predictions, targets)) / len(targets)
