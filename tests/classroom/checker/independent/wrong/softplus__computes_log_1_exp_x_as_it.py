# wrong: computes log(1 + exp(x)) as it stands
from micrograd import Value
from micrograd.elementary import exp, log, maximum, sigmoid


def softplus(x):
    out = Value(log(1 + exp(x.data)), (x,), 'softplus')

    def _backward():
        x.grad += sigmoid(x.data) * out.grad
    out._backward = _backward

    return out
