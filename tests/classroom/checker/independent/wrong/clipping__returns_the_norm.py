# wrong: returns the norm
from micrograd import Value

import math


def clip_grad_norm(parameters, max_norm):
    norm = math.hypot(*(p.grad for p in parameters))
    if norm > max_norm:
        for p in parameters:
            p.grad *= max_norm / norm
    return norm
