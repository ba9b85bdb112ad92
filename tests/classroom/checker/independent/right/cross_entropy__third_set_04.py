# right: in another style
from micrograd import Value


def cross_entropy(logits, target):
    ordered = sorted(logits, key=lambda x: x.data, reverse=True)
    top = ordered[0].data
    acc = ordered[0] - top
    for x in ordered[1:]:
        acc = acc + ((x - top) - acc).softplus()  # log(exp(acc) + exp(x))
    return acc - (logits[target] - top)
