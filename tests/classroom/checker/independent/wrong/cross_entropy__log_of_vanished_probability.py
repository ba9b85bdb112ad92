# wrong: The maximum is subtracted, but then the log of the probability is taken, and that has become 0 for a class far below.
"""cross_entropy: the loss of a classifier with several classes.

softmax makes probabilities of logits: the share of exp(logit) of each in their sum.
The cross-entropy is -log of the probability of the right class.

Write `cross_entropy`. logits is a list of Values, one for each class; target is the
index of the right class. The result is a Value.

    x = [Value(0.0), Value(3.0), Value(-2.0), Value(1.0)]
    cross_entropy(x, 3).data    # 2.17551536...

exp(1000) is more than a float can hold, and exp(-1000) is 0. Yet logits like these,
and larger ones, have a loss, and your function finds it:

    x = [Value(1000.0), Value(0.0)]
    cross_entropy(x, 0).data    # 0.0
    cross_entropy(x, 1).data    # 1000.0
"""

from micrograd import Value


def cross_entropy(logits: list[Value], target: int) -> Value:
    m = max(x.data for x in logits)
    exps = [(x - m).exp() for x in logits]
    total = sum(exps)
    probs = [e / total for e in exps]
    return -probs[target].log()
