"""Value and gradient of a function of plain numbers, for the tests."""
import functools

import pytest

from micrograd import Value

close = functools.partial(pytest.approx, rel=1e-12, abs=1e-12)


def gradient(f, *numbers):
    """The value of f at the numbers, and the list of its derivatives."""
    xs = [Value(number) for number in numbers]
    out = f(*xs)
    out.backward()
    return out.data, [x.grad for x in xs]
