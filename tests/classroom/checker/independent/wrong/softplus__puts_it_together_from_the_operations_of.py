# wrong: puts it together from the operations of the engine, with two corners at 0
from micrograd import Value
from micrograd.elementary import exp, log, maximum, sigmoid


def softplus(x):
    return maximum(x, 0) + log(1 + exp(-abs(x)))
