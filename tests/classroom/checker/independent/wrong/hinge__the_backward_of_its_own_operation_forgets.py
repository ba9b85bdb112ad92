# wrong: the backward of its own operation forgets the division by n
from micrograd import Value


def hinge(scores, labels):
    n = len(scores)
    out = Value(sum(max(0.0, 1 - y * s.data) for s, y in zip(scores, labels)) / n,
                scores, 'hinge')

    def _backward():
        for s, y in zip(scores, labels):
            if y * s.data < 1:
                s.grad += -y * out.grad
    out._backward = _backward

    return out
