# wrong: takes the distance |score|, so confident wrong predictions cost nothing
from micrograd import Value


def hinge(scores, labels):
    costs = [(1 - abs(y * s)).relu() for s, y in zip(scores, labels)]
    return sum(costs) / len(costs)
