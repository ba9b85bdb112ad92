"""leaves: find the inputs of an expression.

A Value knows its operands, `_prev`. One without operands is a leaf. Write leaves(root):
the list of all leaves that root is made of, each once, in the order in which they are
met from left to right. A root without operands is its own only leaf. Two leaves with
the same number, or label, are two.

Large graphs must work too: thousands of operations one after the other, and a Value
that is used again and again.

    a, b, c = Value(2.0, label='a'), Value(-3.0, label='b'), Value(10.0, label='c')
    [leaf.label for leaf in leaves(a * b + c * a)]    # ['a', 'b', 'c']
"""


class Value:
    def __init__(self, data, _prev=(), label=''):
        self.data = data
        self._prev = tuple(_prev)
        self.label = label

    def __add__(self, other):
        return Value(self.data + other.data, (self, other))

    def __mul__(self, other):
        return Value(self.data * other.data, (self, other))


def leaves(root):
    raise NotImplementedError  # TODO: walk down from root and collect the leaves
