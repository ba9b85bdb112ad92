"""Wrong programs of exp, beside the slips that any operation may have."""

from functools import partial

from mutants import operations

wrong = partial(operations.wrong, 'exp')

MUTANTS = [
    *operations.wrong_rules('exp', {
        'input-for-local': ['self.data * out.grad'],
        'power-rule-for-exp': ['self.data * math.exp(self.data - 1) * out.grad'],
        'no-local-gradient': ['out.grad'],
        'function-of-output': ['math.exp(out.data) * out.grad'],
        'grad-for-data': ['math.exp(self.grad) * out.grad'],
        'factor-too-many': ['out.data ** 2 * out.grad'],
    }),
    wrong('other-base', ('math.exp(self.data)', '10 ** self.data')),
    *(wrong('only-ordinary-numbers', change) for change in (
        ('math.exp(self.data)', 'math.exp(min(self.data, 20))'),
        ('out.data * out.grad', 'max(out.data, 1e-8) * out.grad'),
    )),
]
