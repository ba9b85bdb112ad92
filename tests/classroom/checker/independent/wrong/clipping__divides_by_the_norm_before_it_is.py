# wrong: divides by the norm before it is asked, which fails where all gradients are 0
from micrograd import Value

import math


def clip_grad_norm(parameters, max_norm):
    norm = math.hypot(*[p.grad for p in parameters])
    factor = max_norm / norm
    if factor < 1:
        for p in parameters:
            p.grad *= factor
