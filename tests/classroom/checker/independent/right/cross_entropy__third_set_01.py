# right: in another style
from micrograd import Value


def cross_entropy(logits: list[Value], target: int) -> Value:
    m = max(x.data for x in logits)
    shifted = [x - m for x in logits]
    return sum(x.exp() for x in shifted).log() - shifted[target]
