# wrong: takes math.exp in the closure, which knows plain numbers only
from micrograd import Value
from micrograd.elementary import exp, log, maximum, sigmoid

import math


def _sigmoid(t):
    return (1 + math.tanh(t / 2)) / 2


def softplus(x):
    out = Value(maximum(x.data, 0) + log(1 + exp(-abs(x.data))), (x,), 'softplus')

    def _backward():
        x.grad += _sigmoid(x.data) * out.grad
    out._backward = _backward

    return out
