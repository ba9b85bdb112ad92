# wrong: Leaves with the same label, as those without one, are taken for the same.
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
    by_label = {}
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if node._prev:
            stack.extend(reversed(node._prev))
        else:
            by_label.setdefault(node.label, node)
    return list(by_label.values())
