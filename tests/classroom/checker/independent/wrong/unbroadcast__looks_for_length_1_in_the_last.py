# wrong: looks for length 1 in the last axis alone
import numpy as np


def unbroadcast(grad, shape):
    while len(grad.shape) > len(shape):
        grad = grad.sum(axis=0)
    if shape and shape[-1] == 1:
        grad = grad.sum(axis=-1, keepdims=True)
    return grad
