# wrong: scales only the gradients that are larger than max_norm themselves
from micrograd import Value

import math


def clip_grad_norm(parameters, max_norm):
    norm = math.hypot(*[p.grad for p in parameters])
    if norm > max_norm:
        for p in parameters:
            if abs(p.grad) > max_norm:
                p.grad *= max_norm / norm
