"""softplus: an operation of your own, which every part of the package takes."""

from micrograd import Value
from micrograd.elementary import exp, log, maximum, sigmoid


def softplus(x):
    data = maximum(x.data, 0.0) + log(1 + exp(-abs(x.data)))
    out = Value(data, (x,), 'softplus')

    def _backward():
        x.grad += sigmoid(x.data) * out.grad
    out._backward = _backward

    return out
