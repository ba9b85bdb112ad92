# wrong: xs itself is moved by h and back, which leaves it changed in its last digits
def slope(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / (2 * h)


def slopes(f, xs, h=1e-5):
    result = []
    for i in range(len(xs)):
        xs[i] += h
        up = f(*xs)
        xs[i] -= 2 * h
        down = f(*xs)
        xs[i] += h
        result.append((up - down) / (2 * h))
    return result
