"""hinge: the max-margin loss of a classifier.

The sign of a score is the predicted class, so label * score is positive where the
prediction is right. The hinge loss asks for more, a margin of 1: a sample costs
max(0, 1 - label * score).

Write `hinge`: the mean of this cost over all samples. scores is a list of Values,
labels a list of -1 and 1, equally long and never empty. The result is a Value, also
where it is 0. Which slope max has where both numbers are equal is not asked. Scores go
up to 1e300. hinge itself changes neither the lists nor gradients that are there
already.

    s = [Value(0.4), Value(3.0)]
    loss = hinge(s, [1, 1])    # the mean of 0.6 and 0
    loss.data                  # 0.3
"""

from micrograd import Value  # the package offers no more here


def hinge(scores: list[Value], labels: list[int]) -> Value:
    raise NotImplementedError  # TODO: the mean of max(0, 1 - label * score)
