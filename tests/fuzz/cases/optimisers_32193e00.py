# v0 after `opt.step()`: [-0.999 1.998], should be [-1. 2.]
import numpy as np

import micrograd as mg
import micrograd.tensor as mt
from micrograd import CosineLR, StepLR, Value, WarmupLR
from micrograd.tensor import Tensor

v0 = Tensor([-1.0, 2.0], requires_grad=True)
opt = mt.AdamW([v0], lr=0.1)
opt.step()
