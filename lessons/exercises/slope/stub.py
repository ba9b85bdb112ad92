"""slope: measure slopes with nothing but values of the function.

Write two functions for plain numbers:

- slope(f, x, h): the slope of f at x, measured from x - h to x + h: the central
  difference. h is a number above 0. Choose a default for it with which six digits of
  the slope are right, for an x of the size of 1.
- slopes(f, xs, h): the same for a function of several numbers, f(*xs). A list with
  one slope for each of them: it alone moves, the others stay where they are.

    slope(lambda x: x**3, 2.0)    # about 12
    slopes(lambda a, b: a * b, [3.0, 5.0])    # about [5, 3]
"""


def slope(f, x, h=1.0):
    raise NotImplementedError  # TODO: both functions, and a better h than 1


def slopes(f, xs, h=1.0):
    raise NotImplementedError
