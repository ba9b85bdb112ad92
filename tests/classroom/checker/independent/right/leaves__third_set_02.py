# right: in another style
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


def _walk(root):
    """All nodes below root, with repeats of leaves, left to right."""
    opened = set()
    stack = [iter((root,))]
    while stack:
        for node in stack[-1]:
            if not node._prev:
                yield node
            elif node not in opened:
                opened.add(node)
                stack.append(iter(node._prev))
                break
        else:
            stack.pop()


def leaves(root):
    return list(dict.fromkeys(_walk(root)))
