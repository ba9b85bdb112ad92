# right: in another style
"""slope: measure slopes with nothing but values of the function."""


import numpy as np


def slope(f, x, h=1e-5):
    left, right = x - h, x + h
    return (f(right) - f(left)) / (2 * h)


def slopes(f, xs, h=1e-5):
    point = np.array(xs, dtype=float)
    steps = h * np.eye(len(point))
    return [(f(*(point + s).tolist()) - f(*(point - s).tolist())) / (2 * h) for s in steps]
