# right: in another style
from micrograd import Value


def hinge(scores: list[Value], labels: list[int]) -> Value:
    return sum((1 - y * s).relu() for s, y in zip(scores, labels)) / len(scores)
