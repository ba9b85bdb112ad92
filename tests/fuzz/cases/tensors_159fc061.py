# value of v1 after `v1 = cross_entropy(v0, [1])`: 0.625, should be 0.604131
from array import array
from collections import deque

import numpy as np

from micrograd.tensor import *

v0 = Tensor(np.float32([[1000000.0, 1000000.5, 999999.0]]), requires_grad=True)
v1 = cross_entropy(v0, [1])
v1.backward()
