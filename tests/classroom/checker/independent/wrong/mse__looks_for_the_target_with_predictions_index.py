# wrong: looks for the target with predictions.index(p), the first place of a Value that stands there twice
from micrograd import Value


def mse(predictions, targets):
    loss = 0
    for p in predictions:
        loss += (p - targets[predictions.index(p)]) ** 2
    return loss / len(predictions)
