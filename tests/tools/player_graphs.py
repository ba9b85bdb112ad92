"""Graphs to play: those of the lectures, and operations as students write them."""
import math

from micrograd import Value


def labelled(**values):
    for label, value in values.items():
        value.label = label
    return values.values()


def lecture():
    """L = (a * b + c) * f"""
    a, b, c, f = (Value(x, label=label) for x, label in
                  zip((2.0, -3.0, 10.0, -2.0), 'abcf'))
    e = a * b
    d = e + c
    L = d * f  # noqa: N806
    labelled(e=e, d=d, L=L)
    return L


def neuron():
    """The neuron whose output is 0.7071."""
    x1, x2, w1, w2, b = labelled(x1=Value(2.0), x2=Value(0.0), w1=Value(-3.0),
                                 w2=Value(1.0), b=Value(6.8813735870195432))
    n = x1 * w1 + x2 * w2 + b
    o = n.tanh()
    labelled(n=n, o=o)
    return o


def two_paths():
    """(ab)(a + b) at -2 and 3: two paths to each leaf."""
    a, b = labelled(a=Value(-2.0), b=Value(3.0))
    return (a * b) * (a + b)


def cube(x):
    out = Value(x.data ** 3, (x,), 'cube')

    def _backward():
        x.grad += 3 * x.data ** 2 * out.grad
    out._backward = _backward
    return out


def student():
    """An operation of a student, whose operand is used once more."""
    x, y = labelled(x=Value(2.0), y=Value(-1.0))
    z = cube(x) * y + x
    z.label = 'z'
    return z


def branching(x):
    """A closure that does not run on Symbols: it branches on data."""
    out = Value(x.data if x.data > 0 else 0.0, (x,), 'branching')

    def _backward():
        if x.data > 0:
            x.grad += out.grad
    out._backward = _backward
    return out


def from_math(x):
    """Another: it calls the math module."""
    out = Value(math.exp(x.data), (x,), 'from_math')

    def _backward():
        x.grad += math.exp(x.data) * out.grad
    out._backward = _backward
    return out


def operation(data, operands, backward):
    """An operation whose closure is backward(out)."""
    out = Value(data, operands, 'op', 'out')
    out._backward = lambda: backward(out)
    return out
