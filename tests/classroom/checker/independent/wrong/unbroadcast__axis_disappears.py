# wrong: sums the axes of length 1 without keepdims, so these axes are missing in the result
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
    # axes that numpy put in front
    extra = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(extra)))
    ones = tuple(i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=ones)
