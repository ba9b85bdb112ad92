# right: in another style
from micrograd import Value
from micrograd.elementary import exp, log, maximum, sigmoid


def stable(t):
    """log(1 + exp(t)) for every kind of number."""
    return maximum(t, 0) + log(1 + exp(-abs(t)))


def softplus(x: Value) -> Value:
    result = Value(stable(x.data), [x], 'softplus')

    def pass_on():
        result_slope = sigmoid(x.data)
        x.grad = x.grad + result_slope * result.grad

    result._backward = pass_on
    return result
