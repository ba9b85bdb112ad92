# right: in another style
from micrograd import Value
from micrograd.elementary import exp, log, maximum, sigmoid


def log_sum_exp(*numbers):
    m = 0
    for number in numbers:
        m = maximum(m, number)
    return m + log(sum(exp(number - m) for number in numbers))


def softplus(x):
    out = Value(log_sum_exp(0, x.data), _children=(x,))

    def _backward(grad_of=lambda: out.grad):
        x.grad += grad_of() * sigmoid(x.data)
    out._backward = _backward

    return out
