# TypeError: return arrays must be of ArrayType
from array import array
from collections import deque

import numpy as np

from micrograd.tensor import *

v0 = Tensor([1.0, 2.0], requires_grad=True)
v1 = linear(v0, v0, 0.0, 'relu')
v1.backward()
