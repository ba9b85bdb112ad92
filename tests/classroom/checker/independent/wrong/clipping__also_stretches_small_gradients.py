# wrong: scales always, so gradients with a small norm are made larger
"""clipping: keep the gradients from exploding, by their global norm.

The global norm is the length of all gradients taken as one vector: the root of the
sum of their squares. Write `clip_grad_norm`: if the global norm is above max_norm,
scale all gradients by the same factor, so that it becomes max_norm. If it is not,
leave them as they are. Nothing is returned.

    a, b = Value(1.0), Value(2.0)
    a.grad, b.grad = 30.0, -40.0               # the global norm is 50
    clip_grad_norm([a, b], max_norm=5.0)
    a.grad, b.grad                             # 3.0, -4.0
"""

from micrograd import Value


import math


def clip_grad_norm(parameters: list[Value], max_norm: float) -> None:
    total = 0.0
    for p in parameters:
        total += p.grad ** 2
    norm = math.sqrt(total)
    if norm == 0:
        return    # nothing to scale
    factor = max_norm / norm
    for p in parameters:
        p.grad *= factor
