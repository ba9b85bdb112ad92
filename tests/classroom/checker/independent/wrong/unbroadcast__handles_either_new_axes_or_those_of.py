# wrong: handles either new axes or those of length 1, never both
import numpy as np


def unbroadcast(grad, shape):
    if grad.ndim > len(shape):
        while grad.ndim > len(shape):
            grad = grad.sum(axis=0)
    else:
        for i in range(grad.ndim):
            if shape[i] == 1:
                grad = grad.sum(axis=i, keepdims=True)
    return grad
