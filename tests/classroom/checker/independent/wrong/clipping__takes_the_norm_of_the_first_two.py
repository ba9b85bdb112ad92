# wrong: takes the norm of the first two gradients
from micrograd import Value

import math


def clip_grad_norm(parameters, max_norm):
    norm = math.hypot(parameters[0].grad, parameters[1].grad)
    if norm > max_norm:
        for p in parameters:
            p.grad = p.grad * max_norm / norm
