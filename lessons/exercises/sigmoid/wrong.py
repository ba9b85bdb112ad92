"""Wrong programs of sigmoid, beside the slips that any operation may have."""

from functools import partial

from mutants import operations
from mutants.operations import LINES

wrong = partial(operations.wrong, 'sigmoid')

MUTANTS = [
    *operations.wrong_rules('sigmoid', {
        'grad-for-data': ['self.grad * (1 - self.grad) * out.grad'],
        'factor-too-many': ['out.data ** 2 * (1 - out.data) * out.grad'],
        'plus-for-minus': ['out.data * (1 + out.data) * out.grad'],
        'input-for-local': ['self.data * out.grad'],
        'input-for-output': ['self.data * (1 - self.data) * out.grad'],
        'tanh-rule-for-sigmoid': ['(1 - out.data ** 2) * out.grad'],
        'wrong-sign': ['out.data * (out.data - 1) * out.grad'],
        'function-of-output': [
            '(s := 1 / (1 + math.exp(-out.data))) * (1 - s) * out.grad'],
        'no-local-gradient': ['out.grad'],
        'missing-parentheses': ['out.data * 1 - out.data * out.grad'],
        'factor-forgotten': [
            '(1 - out.data) * out.grad',
            'math.exp(-self.data) / (1 + math.exp(-self.data)) * out.grad'],
        'output-for-local': ['out.data * out.grad'],
    }),
    wrong('wrong-sign-inside', ('exp(-self.data)', 'exp(self.data)')),
    wrong('wrong-forward', ('1 / (1 + math.exp(-self.data))',
                            '1 / 1 + math.exp(-self.data)')),
    wrong('input-for-output', (
        LINES['sigmoid'][0], 'self.grad += out.data * (1 - self.data) * out.grad')),
    *(wrong('only-ordinary-numbers', change) for change in (
        ('-self.data', '-max(-20, min(20, self.data))'),
        ('1 / (1 + math.exp(-self.data))', '1 / (1 + math.exp(-max(-10, self.data)))'),
    )),
]
