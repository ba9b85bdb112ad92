# right: in another style
from micrograd import Value


def mse(predictions: list[Value], targets: list[float]) -> Value:
    loss = Value(0.0)
    for p, t in zip(predictions, targets):
        loss = loss + (p - t) ** 2
    return loss / len(predictions)
