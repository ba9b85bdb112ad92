# wrong: returns grad as it is where it has as many numbers as shape
import numpy as np


def unbroadcast(grad, shape):
    if grad.size == np.prod(shape):
        return grad
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for i, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad
