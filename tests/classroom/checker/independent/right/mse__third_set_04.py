# right: in another style
from micrograd import Value


def mse(predictions, targets):
    n = len(predictions)
    errors = [p.data - t for p, t in zip(predictions, targets)]
    out = Value(sum(e * e for e in errors) / n, predictions, 'mse')

    def _backward():
        for p, t in zip(predictions, targets):
            p.grad += 2 * (p.data - t) / n * out.grad
    out._backward = _backward

    return out
