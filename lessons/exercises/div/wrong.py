"""Wrong programs of div, beside the slips that any operation may have."""

from functools import partial

from mutants import operations
from mutants.operations import ATTACH, LINES

wrong = partial(operations.wrong, 'div')

MUTANTS = [
    *operations.wrong_rules('div', {
        'wrong-sign': [(None, 'self.data / other.data ** 2 * out.grad')],
        'square-forgotten': [(None, '-self.data / other.data * out.grad'),
                             (None, '-out.data * out.grad')],
        'numerator-forgotten': [(None, '-1 / other.data ** 2 * out.grad')],
        'mul-rule-for-div': [('other.data * out.grad', 'self.data * out.grad')],
        'div-operands-exchanged': [('out.grad / self.data', None)],
        'missing-parentheses': [
            (None, '-self.data / other.data * other.data * out.grad')],
        'no-local-gradient': [('out.grad', None)],
        'output-for-local': [('out.data * out.grad', None)],
        'grad-for-data': [(None, '-self.grad / other.data ** 2 * out.grad')],
    }),
    wrong('reflected-div-not-swapped', ('Value(other) / self', 'self / other')),
    wrong('reflected-div-not-swapped',
        ('Value(other) / self', 'self.__truediv__(Value(other))')),
    wrong('quotient-rounded-down', (
        'self.data / other.data,', 'self.data // other.data,')),
    wrong('quotient-rounded-down', ('return Value(other) / self', (
        'out = Value(other // self.data, (self,))\n\n        def _backward():\n'
        '            self.grad -= other / self.data ** 2 * out.grad\n'
        f'{ATTACH}        return out'))),
    wrong('fails-at-zero', (
        LINES['div'][0], 'self.grad += out.data / self.data * out.grad')),
    *(wrong('only-ordinary-numbers', change) for change in (
        ('self.data / other.data,', 'self.data / (other.data + 1e-15),'),
        ('/ other.data ** 2', '/ (other.data ** 2 + 1e-12)'),
    )),
]
