# wrong: computes with score.data and wraps the number
from micrograd import Value


def hinge(scores, labels):
    costs = [max(0, 1 - y * s.data) for s, y in zip(scores, labels)]
    return Value(sum(costs) / len(costs))
