# wrong: subtracts logits[target].data, so the right class gets no gradient of its own
from micrograd import Value


def cross_entropy(logits, target):
    m = max(x.data for x in logits)
    lse = sum((x - m).exp() for x in logits).log() + m
    return lse - logits[target].data
