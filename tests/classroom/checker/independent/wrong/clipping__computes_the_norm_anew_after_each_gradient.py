# wrong: computes the norm anew after each gradient has been scaled
from micrograd import Value

import math


def global_norm(parameters):
    return math.hypot(*[p.grad for p in parameters])


def clip_grad_norm(parameters, max_norm):
    for p in parameters:
        if global_norm(parameters) > max_norm:
            p.grad *= max_norm / global_norm(parameters)
