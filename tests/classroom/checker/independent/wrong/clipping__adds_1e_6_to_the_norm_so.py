# wrong: adds 1e-6 to the norm, so small gradients get too small
from micrograd import Value

import math


def clip_grad_norm(parameters, max_norm):
    norm = math.hypot(*[p.grad for p in parameters])
    scale = max_norm / (norm + 1e-6)
    if norm > max_norm:
        for p in parameters:
            p.grad *= scale
