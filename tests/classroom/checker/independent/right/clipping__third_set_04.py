# right: in another style
from micrograd import Value

import math


class _Vector:
    def __init__(self, numbers):
        self.numbers = numbers
        _, self.power = math.frexp(max(map(abs, numbers), default=0.0))
        # with all numbers below 1 no square is too large
        self.small = [math.ldexp(x, -self.power) for x in numbers]
        self.small_norm = math.sqrt(sum(x * x for x in self.small))

    def is_longer_than(self, limit):
        mantissa, power = math.frexp(limit)
        if power - self.power > 100:
            return False
        return self.small_norm > math.ldexp(mantissa, power - self.power)

    def of_length(self, length):
        return [x / self.small_norm * length for x in self.small]


def clip_grad_norm(parameters, max_norm):
    gradient = _Vector([p.grad for p in parameters])
    if gradient.is_longer_than(max_norm):
        for p, g in zip(parameters, gradient.of_length(max_norm)):
            p.grad = g
