# wrong: takes the mean of the margins first and then the maximum with 0
from micrograd import Value


def hinge(scores, labels):
    total = Value(0.0)
    for s, y in zip(scores, labels):
        total = total + (1 - y * s)
    return (total / len(scores)).relu()
