# wrong: lays the two shapes side by side from the left
import numpy as np


def unbroadcast(grad, shape):
    padded = tuple(shape) + (1,) * (grad.ndim - len(shape))
    axes = tuple(i for i, (a, b) in enumerate(zip(grad.shape, padded)) if a != b)
    if len(shape) < grad.ndim and 0 in axes:  # the front one is new
        axes = axes[:grad.ndim - len(shape)]
    return grad.sum(axis=axes, keepdims=True).reshape(shape)
