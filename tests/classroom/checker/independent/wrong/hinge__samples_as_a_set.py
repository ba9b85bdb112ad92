# wrong: The pairs go through a set, so that the same Value with the same label counts once
from micrograd import Value  # the package offers no more here


def hinge(scores: list[Value], labels: list[int]) -> Value:
    total = Value(0.0)
    for s, y in set(zip(scores, labels)):
        total = total + (1 - y * s).relu()
    return total / len(scores)
