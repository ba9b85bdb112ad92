# right: in another style
from micrograd import Value

import math


def clip_grad_norm(parameters: list[Value], max_norm: float) -> None:
    biggest = max((abs(p.grad) for p in parameters), default=0)
    if biggest == 0:
        return
    # extreme gradients are measured in units of the biggest: their squares would not fit
    unit = 1.0 if 1e-100 < biggest < 1e100 else biggest
    norm = math.sqrt(sum((p.grad / unit) ** 2 for p in parameters))
    if norm > max_norm / unit:
        for p in parameters:
            p.grad = p.grad / unit * (max_norm / norm)
