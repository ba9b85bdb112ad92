# wrong: The result list is kept at module level, so a second call also returns the leaves of the first root.
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


found = []


def leaves(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if not node._prev and node not in found:
            found.append(node)
        stack.extend(reversed(node._prev))
    return list(found)
