# wrong: writes the sums into grad itself
import numpy as np


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for axis, length in enumerate(shape):
        if length == 1 and grad.shape[axis] > 1:
            first = [slice(None)] * grad.ndim
            first[axis] = slice(0, 1)
            grad[tuple(first)] = grad.sum(axis=axis, keepdims=True)
            grad = grad[tuple(first)]
    return grad
