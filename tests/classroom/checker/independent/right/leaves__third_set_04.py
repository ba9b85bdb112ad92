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


def leaves(root):
    # the work list is linked pairs: (node, rest)
    work, seen, out = (root, None), {}, []
    while work is not None:
        node, work = work
        if node in seen:
            continue
        seen[node] = True
        if node._prev == ():
            out += [node]
            continue
        for k in range(len(node._prev) - 1, -1, -1):
            work = (node._prev[k], work)
    print(len(out), 'leaves')
    return out
