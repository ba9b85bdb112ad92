# right: in another style
from micrograd import Value


import math


def cross_entropy(logits, target):
    def shares():
        top = max(x.data for x in logits)
        exps = [math.exp(x.data - top) for x in logits]
        total = sum(exps)
        return top, total, [e / total for e in exps]

    top, total, _ = shares()
    out = Value(math.log(total) - (logits[target].data - top), logits, 'cross_entropy')

    def _backward():
        for i, (x, p) in enumerate(zip(logits, shares()[2])):
            x.grad += (p - (1 if i == target else 0)) * out.grad
    out._backward = _backward

    return out
