# right: The shape is padded with ones in front, all axes are summed at once, then reshape.
"""unbroadcast: sum a gradient back to the shape of its operand.

In a + b numpy repeats the smaller array: along new axes in front, and along axes of
length 1. Each number that was repeated gets the sum of the gradients of its copies.
Write unbroadcast(grad, shape): the array grad summed to the shape of the operand.
grad itself stays as it is.

    grad = np.ones((4, 3))
    unbroadcast(grad, (3,))    # [4. 4. 4.]
    unbroadcast(grad, (4, 1))    # [[3.] [3.] [3.] [3.]]
    unbroadcast(grad, ())    # 12.0
"""
import numpy as np


def unbroadcast(grad, shape):
    padded = (1,) * (np.ndim(grad) - len(shape)) + tuple(shape)
    repeated = tuple(axis for axis, n in enumerate(padded) if n == 1)
    return np.sum(grad, axis=repeated, keepdims=True).reshape(shape)
