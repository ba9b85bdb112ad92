from micrograd import Value  # the package offers no more here


import math

wrap = lambda numbers: [Value(x) for x in numbers]


def analytic(f, xs):
    leaves = wrap(xs)
    (f(*leaves) + 0.0).backward()
    return list(map(lambda leaf: leaf.grad, leaves))


def numeric(f, xs, h=1e-5):
    xs = list(xs)
    result = [math.nan] * len(xs)
    for i in range(len(xs)):
        kept = xs[i]
        try:
            xs[i] = kept + h
            result[i] = f(*wrap(xs)).data
            xs[i] = kept - h
            result[i] -= f(*wrap(xs)).data
            result[i] *= 0.5 / h
        finally:
            xs[i] = kept
    return result


def _near(pair, rtol, atol):
    a, n = pair
    bound = atol + rtol * abs(n)
    return not math.isnan(a) and not abs(a - n) > bound


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    pairs = zip(analytic(f, xs), numeric(f, xs))
    return False not in [_near(pair, rtol, atol) for pair in pairs]
