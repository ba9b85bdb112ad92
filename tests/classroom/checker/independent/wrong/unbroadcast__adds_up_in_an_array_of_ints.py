# wrong: adds up in an array of ints
import numpy as np


def unbroadcast(grad, shape):
    out = np.zeros(shape, dtype=int)
    padded = (1,) * (grad.ndim - len(shape)) + tuple(shape)
    view = out.reshape(padded)
    for index in np.ndindex(*grad.shape):
        view[tuple(0 if n == 1 else i for i, n in zip(index, padded))] += int(grad[index])
    return out
