# right: in another style
from micrograd import Value
from micrograd.elementary import exp, log, maximum, sigmoid


class _Softplus:
    """What stands behind out: the number, and the way back."""

    @staticmethod
    def forward(t):
        return maximum(t, 0.0) + log(1 + exp(-abs(t)))

    @staticmethod
    def slope(t):
        return sigmoid(t)


def softplus(x):
    y = Value(_Softplus.forward(x.data), tuple([x]), _op='softplus')

    def _backward():
        upstream, number = y.grad, x.data
        x.grad += upstream * _Softplus.slope(number)

    setattr(y, '_backward', _backward)
    return y
