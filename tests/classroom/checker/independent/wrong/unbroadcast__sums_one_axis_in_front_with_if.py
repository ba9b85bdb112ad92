# wrong: sums one axis in front, with if in place of while
import numpy as np


def unbroadcast(grad, shape):
    if shape == ():
        return grad.sum()
    if grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for i, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(axis=i, keepdims=True)
    return grad
