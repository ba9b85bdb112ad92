# wrong: grad[0] is a view, and += on it changes the caller's grad
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
    result = grad
    while result.ndim > len(shape):
        total = result[0]
        for k in range(1, len(result)):
            total += result[k]
        result = total
    for axis, n in enumerate(shape):
        if n == 1:
            result = result.sum(axis=axis, keepdims=True)
    return result
