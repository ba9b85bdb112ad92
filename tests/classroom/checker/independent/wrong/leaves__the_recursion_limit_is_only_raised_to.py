# wrong: The recursion limit is only raised to 3000.
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


import sys
sys.setrecursionlimit(3000)


def leaves(root):
    seen = set()
    result = []

    def walk(v):
        if v in seen:
            return
        seen.add(v)
        if len(v._prev) == 0:
            result.append(v)
        else:
            for w in v._prev:
                walk(w)

    walk(root)
    return result
