# gradient of v0: [3., 4.], should be [1., 2.]
from array import array
from collections import deque

import numpy as np

from micrograd.tensor import *

v0 = Tensor([0.5, 1.0], requires_grad=True)
v1 = (v0 * v0).sum()
np.add(v0.data, 1.0, out=v0.data)
v1.backward()
