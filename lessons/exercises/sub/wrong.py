"""Wrong programs of sub, beside the slips that any operation may have."""

from functools import partial

from mutants import operations
from mutants.operations import LINES

wrong = partial(operations.wrong, 'sub')

MUTANTS = [
    *operations.wrong_rules('sub', {
        'mul-rule-for-add': [('other.data * out.grad', '-self.data * out.grad'),
                             ('self.data * out.grad', '-other.data * out.grad')],
    }),
    wrong('no-upstream', (LINES['sub'][1], 'other.grad -= 1')),
    wrong('reflected-not-swapped', ('Value(other) - self', 'self - other')),
    wrong('reflected-not-swapped', ('Value(other) - self', 'self - Value(other)')),
    wrong('reflected-not-swapped', ('Value(other) - self', 'self.__sub__(other)')),
    wrong('wrong-forward', ('self.data - other.data', 'other.data - self.data')),
    *(wrong('only-ordinary-numbers', change) for change in (
        ('self.data - other.data', 'max(-1000, self.data - other.data)'),
    )),
]
