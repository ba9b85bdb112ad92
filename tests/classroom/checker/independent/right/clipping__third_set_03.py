# right: in another style
from micrograd import Value


from fractions import Fraction
from math import isqrt


def clip_grad_norm(parameters, max_norm):
    exact = [Fraction(p.grad) for p in parameters]
    square = sum(g * g for g in exact)
    if square <= Fraction(max_norm) ** 2:
        return
    # the root of a fraction, to more than 30 digits
    k = 10 ** 40
    while square * k * k < 10 ** 80:
        k *= 10 ** 40
    norm = Fraction(isqrt(int(square * k * k)), k)
    for p, g in zip(parameters, exact):
        p.grad = float(g * Fraction(max_norm) / norm)
