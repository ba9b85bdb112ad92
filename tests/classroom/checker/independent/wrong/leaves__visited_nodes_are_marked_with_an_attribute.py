# wrong: Visited nodes are marked with an attribute that is never removed, so leaves are missing for a second root.
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
    stack = [root]
    while stack:
        node = stack.pop()
        if hasattr(node, 'visited'):
            continue
        node.visited = True
        if not node._prev:
            result.append(node)
        else:
            stack.extend(reversed(node._prev))
    return result
