# gradient of v0: [-0.365529, 0.196612], should be [-0.196612, 0.196612]
from array import array
from collections import deque

import numpy as np

from micrograd.tensor import *

v0 = Tensor([1.0, 2.0], requires_grad=True)
v1 = v0.softmax()
v2 = v1[1]
v1.detach()[0] = 0.5
v2.backward()
