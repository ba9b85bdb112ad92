# AssertionError: `v0.data -= 1.0` raised after it had written
from array import array
from collections import deque

import numpy as np

from micrograd.tensor import *

v0 = Tensor([0.5, 0.0], requires_grad=True)
v0.data -= 1.0
v1 = v0.sum()
v1.backward()
