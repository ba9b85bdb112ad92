# wrong: slopes moves the numbers of one shared list and puts them back with += and -=, so rounding leaves them elsewhere
def slope(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / (2 * h)


def slopes(f, xs, h=1e-5):
    point = list(xs)
    out = []
    for i in range(len(point)):
        point[i] += h
        above = f(*point)
        point[i] -= 2 * h
        below = f(*point)
        point[i] += h
        out.append((above - below) / (2 * h))
    return out
