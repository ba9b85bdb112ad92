# right: the result is an object of a subclass Product of Value, its _backward is a method
"""mul: the product, and plain numbers on either side of it.

Write `__mul__` and `__rmul__`, so that a * b, a * 5 and 5 * a give a new Value that
remembers its operands and passes its gradient on to them. The class is given, and
stays as it is.

    a, b = Value(2.0), Value(5.0)
    out = a * b          # out.data is 10.0
    out.grad = 3.0       # as if something after it had sent this gradient back
    out._backward()      # a.grad is 15.0, b.grad is 6.0

A Value may be used more than once: at a = 2 the gradient of a in a * a is 4.
"""


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'

    def __mul__(self, other):
        return Product(self, other if isinstance(other, Value) else Value(other))

    def __rmul__(self, other):  # other * self
        return Product(Value(other), self)


class Product(Value):
    """a times b"""

    def __init__(self, a, b):
        super().__init__(a.data * b.data, (a, b), '*')
        self._backward = self.pass_on

    def pass_on(self):
        a, b = self._prev
        a.grad = a.grad + self.grad * b.data
        b.grad = b.grad + self.grad * a.data
