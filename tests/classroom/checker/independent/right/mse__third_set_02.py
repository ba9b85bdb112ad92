# right: in another style
from micrograd import Value


def mse(predictions, targets):
    squares = [(p - t) * (p - t) for p, t in zip(predictions, targets)]
    return sum(squares) * (1 / len(squares))
