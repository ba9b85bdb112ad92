# wrong: does not name the operand of out
from micrograd import Value
from micrograd.elementary import exp, log, maximum, sigmoid


def softplus(x):
    out = Value(maximum(x.data, 0) + log(1 + exp(-abs(x.data))), _op='softplus')

    def _backward():
        x.grad += sigmoid(x.data) * out.grad
    out._backward = _backward

    return out
