# right: The mean is kept up to date sample by sample.
"""mse: the mean squared error.

Write `mse`: the mean of (prediction - target) ** 2 over all samples. predictions is
a list of Values, targets a list of numbers, equally long. The result is a Value, so
that its backward() finds the gradients.

    p = [Value(3.0), Value(-1.0)]
    loss = mse(p, [1.0, 0.0])    # the mean of 2 ** 2 and (-1) ** 2
    loss.data                    # 2.5
"""

from micrograd import Value


def mse(predictions: list[Value], targets: list[float]) -> Value:
    mean = Value(0.0)
    for k, (p, t) in enumerate(zip(predictions, targets), start=1):
        d = t - p
        mean = mean + (d * d - mean) / k
    return mean
