# right: in another style
from micrograd import Value

import math


def length(vector):
    return math.hypot(*vector)


def clip_grad_norm(parameters, max_norm):
    grads, limit = [p.grad for p in parameters], max_norm
    if math.isinf(length(grads)):  # too long for a float: shorten all, and the limit
        grads = [g / 2 ** 60 for g in grads]
        limit = limit / 2 ** 60
    norm = length(grads)
    if norm <= limit:
        return
    for p, g in zip(parameters, grads):
        p.grad = g / norm * max_norm
