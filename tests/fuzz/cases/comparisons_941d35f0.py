# v2: 2.0, should be 'TypeError'
from dataclasses import make_dataclass
from fractions import Fraction

import numpy as np

from micrograd import Value, compile_function, where
Point = make_dataclass('Point', ['x'])

v2 = compile_function(lambda t: where(t == 2, t * 2, t))(2.0)
