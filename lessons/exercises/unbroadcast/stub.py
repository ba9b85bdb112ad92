"""unbroadcast: sum a gradient back to the shape of its operand.

In a + b numpy repeats the smaller array: along new axes in front, and along axes of
length 1. Each number that was repeated gets the sum of the gradients of its copies.
Write unbroadcast(grad, shape): the array grad summed to the shape of the operand.
grad itself stays as it is; where nothing is summed it may be returned. For the shape ()
an array without axes or a number will do.

    grad = np.ones((4, 3))
    unbroadcast(grad, (3,))    # [4. 4. 4.]
    unbroadcast(grad, (4, 1))    # [[3.] [3.] [3.] [3.]]
    unbroadcast(grad, ())    # 12.0
"""
import numpy as np


def unbroadcast(grad, shape):
    raise NotImplementedError  # TODO: first the new axes, then those of length 1
