# wrong: The graph is walked level by level, so leaves near the root come before those further left.
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


from collections import deque


def leaves(root):
    queue = deque([root])
    seen = {root}
    found = []
    while queue:
        node = queue.popleft()
        if not node._prev:
            found.append(node)
        for child in node._prev:
            if child not in seen:
                seen.add(child)
                queue.append(child)
    return found
