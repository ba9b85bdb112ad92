# wrong: slopes is written for exactly two numbers.
"""slope: measure slopes with nothing but values of the function."""


def slope(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / (2 * h)



def slopes(f, xs, h=1e-5):
    a, b = xs
    da = (f(a + h, b) - f(a - h, b)) / (2 * h)
    db = (f(a, b + h) - f(a, b - h)) / (2 * h)
    return [da, db]
