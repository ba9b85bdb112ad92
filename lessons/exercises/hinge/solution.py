"""hinge: the max-margin loss of a classifier."""

from micrograd import Value


def hinge(scores: list[Value], labels: list[int]) -> Value:
    costs = [(1 - y * s).relu() for s, y in zip(scores, labels)]
    return sum(costs) / len(costs)
