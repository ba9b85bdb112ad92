# wrong: drops the axes of length 1 while it walks along them, so the later ones are not where it looks
import numpy as np


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
    for i, n in enumerate(shape):
        if n == 1:
            grad = grad.sum(axis=i)
    return grad.reshape(shape)
