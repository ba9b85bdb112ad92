"""clipping: keep the gradients from exploding, by their global norm."""

from micrograd import Value


def clip_grad_norm(parameters: list[Value], max_norm: float) -> None:
    norm = sum(p.grad ** 2 for p in parameters) ** 0.5
    if norm > max_norm:
        for p in parameters:
            p.grad *= max_norm / norm
