# wrong: divides by the number of samples inside the margin
from micrograd import Value


def hinge(scores, labels):
    costs = [1 - y * s for s, y in zip(scores, labels)]
    costs = [c for c in costs if c.data > 0]
    if not costs:
        return Value(0.0)
    return sum(costs) / len(costs)
