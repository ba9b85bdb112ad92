# wrong: scales also if the norm is below max_norm
from micrograd import Value

import math


def clip_grad_norm(parameters, max_norm):
    norm = math.sqrt(sum(p.grad ** 2 for p in parameters))
    for p in parameters:
        p.grad *= max_norm / norm
