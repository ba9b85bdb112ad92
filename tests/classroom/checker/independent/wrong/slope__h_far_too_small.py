# wrong: The default h is 1e-13, so small that rounding eats most digits of the slope.
"""slope: measure slopes with nothing but values of the function.

Write two functions for plain numbers:

- slope(f, x, h): the slope of f at x, measured from x - h to x + h: the central
  difference. Choose a default for h with which six digits of the slope are right.
- slopes(f, xs, h): the same for a function of several numbers, f(*xs). A list with
  one slope for each of them: it alone moves, the others stay where they are.

    slope(lambda x: x**3, 2.0)    # about 12
    slopes(lambda a, b: a * b, [3.0, 5.0])    # about [5, 3]
"""


def slope(f, x, h=1e-13):
    # the smaller h, the better the approximation
    return (f(x + h) - f(x - h)) / (2 * h)


def slopes(f, xs, h=1e-13):
    result = []
    for i in range(len(xs)):
        plus = list(xs)
        minus = list(xs)
        plus[i] += h
        minus[i] -= h
        result.append((f(*plus) - f(*minus)) / (2 * h))
    return result
