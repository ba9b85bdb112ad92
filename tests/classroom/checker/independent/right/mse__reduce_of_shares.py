# right: functools.reduce, each sample already divided by n, target - prediction instead of the other way round
"""mse: the mean squared error.

Write `mse`: the mean of (prediction - target) ** 2 over all samples. predictions is
a list of Values, targets a list of numbers, equally long. The result is a Value, so
that its backward() finds the gradients.

    p = [Value(3.0), Value(-1.0)]
    loss = mse(p, [1.0, 0.0])    # the mean of 2 ** 2 and (-1) ** 2
    loss.data                    # 2.5
"""

from functools import reduce

from micrograd import Value


def mse(predictions: list[Value], targets: list[float]) -> Value:
    n = len(targets)

    def add_share(acc, pair):
        guess, truth = pair
        d = truth - guess
        return acc + d * d / n
    return reduce(add_share, zip(predictions, targets), Value(0.0))
