# wrong: Results that were seen are not remembered, so a Value used again and again is walked exponentially often.
"""leaves: find the inputs of an expression."""


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
    result = []
    known = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node._prev:
            stack.extend(reversed(node._prev))
        elif node not in known:
            known.add(node)
            result.append(node)
    return result
