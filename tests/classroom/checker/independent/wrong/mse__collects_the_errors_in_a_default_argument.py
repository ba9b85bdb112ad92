# wrong: collects the errors in a default argument, which lives on between calls
from micrograd import Value


def mse(predictions, targets, errors=[]):
    for p, t in zip(predictions, targets):
        errors.append((p - t) ** 2)
    return sum(errors) / len(errors)
