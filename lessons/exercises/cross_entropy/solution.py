"""cross_entropy: the loss of a classifier with several classes."""

from micrograd import Value


def cross_entropy(logits: list[Value], target: int) -> Value:
    # -log(exp(x) / total) is log(total) - x, and no number but the largest matters:
    # the same amount off every logit leaves all probabilities as they are.
    largest = max(x.data for x in logits)
    shifted = [x - largest for x in logits]
    total = sum(x.exp() for x in shifted)
    return total.log() - shifted[target]
