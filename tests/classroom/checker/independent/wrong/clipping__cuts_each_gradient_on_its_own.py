# wrong: cuts each gradient on its own
from micrograd import Value


def clip_grad_norm(parameters, max_norm):
    for p in parameters:
        p.grad = max(-max_norm, min(max_norm, p.grad))
