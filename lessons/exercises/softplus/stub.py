"""softplus: an operation of your own, which every part of the package takes.

Write the function `softplus(x)` of a Value, in the form of an operation: out, its
`_backward`, return out.

    softplus(x) = log(1 + exp(x))

a relu without a corner. Its derivative is the sigmoid. Two things are asked of it:

- no overflow: as it stands the formula fails at x = 1000. The same number is
  max(x, 0) + log(1 + exp(-abs(x))), which never does.
- `_backward` does not know what kind of number `.data` is: for a second derivative it
  is a Value, in the compiler a name. So take the functions of micrograd.elementary,
  not those of math, ask `x.data` when `_backward` runs, and do without `if`.

    x = Value(0.0)
    out = softplus(x)    # out.data is 0.6931...
    out.backward()       # x.grad is 0.5
"""

from micrograd import Value  # the package offers no more here
from micrograd.elementary import exp, log, maximum, sigmoid


def softplus(x):
    raise NotImplementedError  # TODO: out, its _backward, return out
