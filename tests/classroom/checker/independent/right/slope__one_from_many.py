# right: slope is the special case of slopes with one number, done with map and star-arguments.
"""slope: measure slopes with nothing but values of the function.

Write two functions for plain numbers:

- slope(f, x, h): the slope of f at x, measured from x - h to x + h: the central
  difference. Choose a default for h with which six digits of the slope are right.
- slopes(f, xs, h): the same for a function of several numbers, f(*xs). A list with
  one slope for each of them: it alone moves, the others stay where they are.

    slope(lambda x: x**3, 2.0)    # about 12
    slopes(lambda a, b: a * b, [3.0, 5.0])    # about [5, 3]
"""


def slope(f, x, h=1e-5):
    [m] = slopes(f, [x], h)
    return m


def slopes(f, xs, h=1e-5):
    def moved(k, by):
        return f(*(x + by if j == k else x for j, x in enumerate(xs)))

    return list(map(lambda k: (moved(k, +h) - moved(k, -h)) / h / 2, range(len(xs))))
