# wrong: The sums leave nan out, so a gradient that is nan is hidden
import numpy as np


def unbroadcast(grad, shape):
    while grad.ndim > len(shape):
        grad = np.nansum(grad, axis=0)
    for axis, n in enumerate(shape):
        if n == 1:
            grad = np.nansum(grad, axis=axis, keepdims=True)
    return grad
