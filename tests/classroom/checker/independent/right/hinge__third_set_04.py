# right: in another style
from micrograd import Value


def hinge(scores, labels):
    n = len(scores)

    def costs():
        return [max(0.0, 1 - y * s.data) for s, y in zip(scores, labels)]
    out = Value(sum(costs()) / n, scores, 'hinge')

    def _backward():
        for s, y, c in zip(scores, labels, costs()):
            if c > 0:
                s.grad -= y * out.grad / n
    out._backward = _backward

    return out
