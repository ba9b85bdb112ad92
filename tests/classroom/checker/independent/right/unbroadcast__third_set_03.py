# right: in another style
import numpy as np


def padded(shape, ndim):
    return (1,) * (ndim - len(shape)) + tuple(shape)


def unbroadcast(grad, shape):
    target = padded(shape, grad.ndim)
    out = np.zeros(target)
    for index in np.ndindex(*grad.shape):
        place = tuple(0 if n == 1 else i for i, n in zip(index, target))
        out[place] += grad[index]
    return out.reshape(shape)
