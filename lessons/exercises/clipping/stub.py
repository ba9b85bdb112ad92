"""clipping: keep the gradients from exploding, by their global norm.

The global norm is the length of all gradients taken as one vector: the root of the sum
of their squares. Write `clip_grad_norm`: if the global norm is above max_norm, scale
all gradients by the same factor, so that it becomes max_norm. If it is not, leave them
as they are. Nothing is returned. max_norm is above 0, the sum of the squares is finite,
and each parameter is in the list once.

    a, b = Value(1.0), Value(2.0)
    a.grad, b.grad = 30.0, -40.0               # the global norm is 50
    clip_grad_norm([a, b], max_norm=5.0)
    a.grad, b.grad                             # 3.0, -4.0
"""

from micrograd import Value  # the package offers no more here


def clip_grad_norm(parameters: list[Value], max_norm: float) -> None:
    raise NotImplementedError  # TODO: find the norm, scale where it is too large
