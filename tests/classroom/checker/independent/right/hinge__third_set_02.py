# right: in another style
from micrograd import Value


def cost(score, label):
    return (1 - score * label).maximum(0)


def hinge(scores, labels):
    total = Value(0.0)
    for i in range(len(scores)):
        total = total + cost(scores[i], labels[i])
    return total / len(labels)
