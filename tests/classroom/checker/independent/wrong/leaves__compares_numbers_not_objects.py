# wrong: remembers leaf numbers instead of leaf objects, so two leaves with the same number become one
"""leaves: find the inputs of an expression.

A Value knows its operands, `_prev`. One without operands is a leaf. Write
leaves(root): the list of all leaves that root is made of, each once, in the order
in which they are met from left to right. Two leaves with the same number are two.

Large graphs must work too: 10,000 operations one after the other, and a Value that
is used again and again.

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
    todo = [root]
    done = set()     # ids of inner nodes
    numbers = set()
    out = []
    while todo:
        node = todo.pop()
        if node._prev == ():
            if node.data not in numbers:
                numbers.add(node.data)
                out.append(node)
        elif id(node) not in done:
            done.add(id(node))
            todo += reversed(node._prev)
    return out
