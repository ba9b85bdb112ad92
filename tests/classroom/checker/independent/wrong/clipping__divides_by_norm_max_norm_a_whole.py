# wrong: divides by norm // max_norm, a whole number
from micrograd import Value

import math


def clip_grad_norm(parameters, max_norm):
    norm = math.sqrt(sum(p.grad ** 2 for p in parameters))
    if norm > max_norm:
        times = norm // max_norm
        for p in parameters:
            p.grad /= times
