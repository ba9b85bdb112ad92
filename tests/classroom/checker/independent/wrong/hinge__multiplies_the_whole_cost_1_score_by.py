# wrong: multiplies the whole cost 1 - score by the label
from micrograd import Value


def hinge(scores, labels):
    costs = [(y * (1 - s)).relu() for s, y in zip(scores, labels)]
    return sum(costs) / len(costs)
