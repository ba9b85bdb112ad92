# gradient of v0: [[1., 1.], [0., 0.]], should be [[2., 2.], [0., 0.]]
from array import array
from collections import deque

import numpy as np

from micrograd.tensor import *

v0 = Tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
v1 = v0[(0, 0),]
v2 = v1.sum()
v2.backward()
