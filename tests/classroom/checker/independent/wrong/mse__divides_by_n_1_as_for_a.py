# wrong: divides by n - 1 as for a sample variance
from micrograd import Value


def mse(predictions, targets):
    n = len(predictions)
    errors = [(predictions[i] - targets[i]) ** 2 for i in range(n)]
    return sum(errors) / (n - 1)
