# wrong: leaves out every logit that is equal to the maximum and puts one 1 in their place
from micrograd import Value


def cross_entropy(logits, target):
    biggest = max(logits, key=lambda x: x.data)
    total = 1
    for x in logits:
        if x.data != biggest.data:
            total = total + (x - biggest).exp()
    if not isinstance(total, Value):
        total = Value(total)
    return total.log() - (logits[target] - biggest)
