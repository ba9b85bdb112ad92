"""Wrong programs of mul, beside the slips that any operation may have."""

from functools import partial

from mutants import operations
from mutants.operations import LINES

wrong = partial(operations.wrong, 'mul')

MUTANTS = [
    *operations.wrong_rules('mul', {
        'same-operand-twice': [(None, 'other.data * out.grad'),
                               ('self.data * out.grad', None)],
        'add-rule-for-mul': [('out.grad', 'out.grad')],
        'grad-for-data': [('other.grad * out.grad', None),
                          (None, 'self.grad * out.grad'),
                          ('other.grad * out.grad', 'self.grad * out.grad')],
        'output-for-local': [('out.data * out.grad', 'out.data * out.grad')],
    }),
    wrong('fails-at-zero', (
        LINES['mul'][0], 'self.grad += out.data / self.data * out.grad')),
    wrong('fails-at-zero', (
        LINES['mul'][1], 'other.grad += out.data / other.data * out.grad')),
    *(wrong('only-ordinary-numbers', change) for change in (
        ('+= other.data', '+= round(other.data, 4)'),
        ('self.data * other.data,', 'self.data * max(-1000, other.data),'),
    )),
]
