"""Wrong programs of unbroadcast."""

from mutants import Mutant, from_line


def unbroadcast(mistake: str, *bodies: str) -> list[Mutant]:
    old = from_line('unbroadcast', 'def unbroadcast')
    head = 'import numpy as np\n\n\ndef unbroadcast(grad, shape):'
    return [Mutant('unbroadcast', mistake, ((old, head + body),)) for body in bodies]


LEAD = """
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
"""
ONES = """
    for axis, length in enumerate(shape):
        if length == 1:
            grad = grad.sum(axis=axis, keepdims=True)
"""
AT_ONCE = """
    new = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(new)))
    ones = tuple(i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=ones, keepdims=True)
"""
END = '    return grad\n'

MUTANTS = [
    *unbroadcast('no-return', LEAD + ONES, AT_ONCE.replace('return ', 'grad = ')),
    *unbroadcast('nothing-summed', '\n' + END, '\n    return np.array(grad)\n'),
    *unbroadcast('only-new-axes', LEAD + END, """
    return grad.sum(axis=tuple(range(grad.ndim - len(shape))))
"""),
    *unbroadcast('only-axes-of-length-1', ONES + END, """
    ones = tuple(i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=ones, keepdims=True)
"""),
    *unbroadcast('one-new-axis-only', LEAD.replace('while', 'if') + ONES + END,
                 AT_ONCE.replace('axis=tuple(range(new))', 'axis=0 if new else ()')),
    *unbroadcast('one-axis-of-length-1-only', LEAD + '''
    if 1 in shape:
        grad = grad.sum(axis=shape.index(1), keepdims=True)
''' + END, LEAD + ONES + '            break\n' + END),
    *unbroadcast('trailing-axes-summed', LEAD.replace('axis=0', 'axis=-1') + ONES + END,
                 LEAD.replace('axis=0', 'axis=-1') + END),
    *unbroadcast('axis-lost', AT_ONCE.replace(', keepdims=True', ''),
                 LEAD + ONES.replace(', keepdims=True', '') + END),
    *unbroadcast('mean-of-copies', LEAD + ONES.replace('sum', 'mean') + END,
                 LEAD.replace('sum', 'mean') + ONES + END,
                 AT_ONCE.replace('.sum', '.mean')),
    *unbroadcast('first-copy-only',
                 LEAD.replace('grad.sum(axis=0)', 'grad[0]') + ONES + END,
                 (LEAD + ONES + END).replace('sum', 'max')),
    *unbroadcast('reshaped', '\n    return grad.reshape(shape)\n',
                 '\n    return np.reshape(grad, shape)\n'),
    *unbroadcast('everything-summed', '\n    return grad.sum()\n',
                 '\n    return np.full(shape, np.sum(grad))\n'),
    *unbroadcast('axis-out-of-bounds', """
    for axis in range(grad.ndim - len(shape)):
        grad = grad.sum(axis=axis + 1)
""" + ONES + END),
    *unbroadcast('gradient-changed', """
    while grad.ndim > len(shape):
        for row in grad[1:]:
            grad[0] += row
        grad = grad[0]
""" + ONES + END),
    *unbroadcast('not-both', '''
    if grad.ndim > len(shape):
        return grad.sum(axis=tuple(range(grad.ndim - len(shape))))
''' + ONES + END),
    *unbroadcast('copies-mixed', '''
    count = int(np.prod(shape))
    return grad.reshape(-1, count).sum(axis=0).reshape(shape)
'''),
    *unbroadcast('zero-for-missing', '''
    if not shape:
        return grad
''' + LEAD + ONES + END, '''
    if not grad.size:
        return grad
''' + LEAD + ONES + END),
]
