# right: squares large gradients, which overflows
from micrograd import Value

import math


def clip_grad_norm(parameters, max_norm):
    norm = math.sqrt(sum(p.grad * p.grad for p in parameters))
    if norm > max_norm:
        factor = max_norm / norm
        for p in parameters:
            p.grad *= factor
