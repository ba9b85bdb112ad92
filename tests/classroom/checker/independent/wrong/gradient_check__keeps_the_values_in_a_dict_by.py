# wrong: keeps the Values in a dict by their number, so equal numbers are one Value
from micrograd import Value


def analytic(f, xs):
    values = {x: Value(x) for x in xs}
    f(*[values[x] for x in xs]).backward()
    return [values[x].grad for x in xs]


def numeric(f, xs, h=1e-5):
    slopes = []
    for i in range(len(xs)):
        up, down = list(xs), list(xs)
        up[i] += h
        down[i] -= h
        high = f(*[Value(x) for x in up]).data
        low = f(*[Value(x) for x in down]).data
        slopes.append((high - low) / (2 * h))
    return slopes


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    return all(abs(a - n) <= atol + rtol * abs(n)
               for a, n in zip(analytic(f, xs), numeric(f, xs)))
