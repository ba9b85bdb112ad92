"""Wrong programs of add, beside the slips that any operation may have."""

from functools import partial

from mutants import operations
from mutants.operations import LINES

wrong = partial(operations.wrong, 'add')

MUTANTS = [
    *operations.wrong_rules('add', {
        'mul-rule-for-add': [('other.data * out.grad', 'self.data * out.grad')],
    }),
    wrong('no-upstream', (LINES['add'][0], 'self.grad += 1.0')),
    *(wrong('only-ordinary-numbers', change) for change in (
        ('self.data + other.data', 'min(1000, self.data + other.data)'),
        ('self.data + other.data', 'max(-1000, self.data + other.data)'),
    )),
]
