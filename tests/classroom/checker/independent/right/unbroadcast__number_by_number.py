# right: a plain loop with np.ndindex puts every number where it came from
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
    total = np.zeros(shape, dtype=grad.dtype)
    front = grad.ndim - len(shape)
    for place in np.ndindex(grad.shape):
        # an axis of length 1 has only the index 0
        home = tuple(0 if n == 1 else i for i, n in zip(place[front:], shape))
        total[home] += grad[place]
    return total
