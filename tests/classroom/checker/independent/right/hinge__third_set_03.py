# right: in another style
from micrograd import Value


def hinge(scores, labels):
    loss = Value(0)
    for s, y in zip(scores, labels):
        margin = s if y == 1 else -s
        if margin.data < 1:
            loss = loss + (1 - margin)
    return loss * (1 / len(scores))
