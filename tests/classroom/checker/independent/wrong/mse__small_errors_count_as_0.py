# wrong: Differences below 0.001 are taken for rounding and count as no error
import math

from micrograd import Value


def mse(predictions: list[Value], targets: list[float]) -> Value:
    squares = []
    for p, t in zip(predictions, targets):
        if math.isclose(p.data, t, abs_tol=1e-3):
            squares.append((p - p.data) ** 2)
        else:
            squares.append((p - t) ** 2)
    return sum(squares) / len(squares)
