# wrong: measures from x to x + h
from micrograd import Value


def analytic(f, xs):
    values = [Value(x) for x in xs]
    f(*values).backward()
    return [v.grad for v in values]


def numeric(f, xs, h=1e-5):
    base = f(*[Value(x) for x in xs]).data
    slopes = []
    for i in range(len(xs)):
        moved = [Value(x + h) if j == i else Value(x) for j, x in enumerate(xs)]
        slopes.append((f(*moved).data - base) / h)
    return slopes


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    return all(abs(a - n) <= atol + rtol * abs(n)
               for a, n in zip(analytic(f, xs), numeric(f, xs)))
