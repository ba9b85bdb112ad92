# wrong: computes with .data and wraps the number at the end, so no gradient reaches the predictions
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
    n = len(predictions)
    errors = [(predictions[i].data - targets[i]) ** 2 for i in range(n)]
    return Value(sum(errors) / n)
