# v2: 0.0, should be 'TypeError'
from dataclasses import make_dataclass
from fractions import Fraction

import numpy as np

from micrograd import Value, compile_function, where
Point = make_dataclass('Point', ['x'])

v0 = Value(2.0)
v2 = where(v0 == 2, 1.0, 0.0)
