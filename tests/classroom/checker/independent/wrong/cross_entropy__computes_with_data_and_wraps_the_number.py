# wrong: computes with .data and wraps the number
from micrograd import Value


import math


def cross_entropy(logits, target):
    xs = [x.data for x in logits]
    m = max(xs)
    return Value(math.log(sum(math.exp(x - m) for x in xs)) + m - xs[target])
