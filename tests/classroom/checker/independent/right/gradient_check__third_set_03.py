# right: in another style
from micrograd import Value


def analytic(f, xs: list[float]) -> list[float]:
    values = []
    for x in xs:
        values.append(Value(x))
    f(*values).backward()
    grads = []
    for v in values:
        grads.append(v.grad)
    return grads


def numeric(f, xs: list[float], h: float = 1e-5) -> list[float]:
    point = list(xs)
    grads = []
    for i, x in enumerate(xs):
        ends = []
        for end in (x - h, x + h):
            point[i] = end
            ends.append(f(*[Value(p) for p in point]).data)
        point[i] = x
        grads.append((ends[1] - ends[0]) / (2 * h))
    return grads


def gradient_check(f, xs, rtol=1e-5, atol=1e-7) -> bool:
    good = 0
    for a, n in zip(analytic(f, xs), numeric(f, xs)):
        if a == a and abs(a - n) <= atol + rtol * abs(n):
            good += 1
    return good == len(xs)
