# right: in another style
from micrograd import Value


def largest(values):
    best = values[0]
    for v in values[1:]:
        if v.data > best.data:
            best = v
    return best.data


def log_sum_exp(values):
    total = Value(0.0)
    for v in values:
        total = total + v.exp()
    return total.log()


def log_softmax(values, k):
    top = largest(values)
    lowered = [v - top for v in values]
    return lowered[k] - log_sum_exp(lowered)


def cross_entropy(logits, target):
    return -log_softmax(logits, target)
