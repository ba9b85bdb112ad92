# right: in another style
import numpy as np


def unbroadcast(grad, shape):
    if grad.ndim > len(shape):
        return unbroadcast(np.add.reduce(grad, axis=0), shape)
    for axis in reversed(range(len(shape))):
        if shape[axis] == 1 != grad.shape[axis]:
            grad = np.expand_dims(np.add.reduce(grad, axis=axis), axis)
    return grad
