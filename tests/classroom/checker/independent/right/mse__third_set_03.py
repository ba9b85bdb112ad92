# right: in another style
from micrograd import Value


from functools import reduce


def add(a: Value, b: Value) -> Value:
    return a + b


def square(a):
    return a * a


def mse(predictions, targets):
    n = len(targets)
    return reduce(add, (square(targets[i] - predictions[i]) for i in range(n))) / n
