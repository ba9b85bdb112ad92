# right: in another style
import numpy as np


def unbroadcast(grad: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    new = grad.ndim - len(shape)
    ones = [new + i for i, n in enumerate(shape) if n == 1]
    return np.sum(grad, axis=(*range(new), *ones)).reshape(shape)
