"""Wrong programs of log, beside the slips that any operation may have."""

from functools import partial

from mutants import operations

wrong = partial(operations.wrong, 'log')

MUTANTS = [
    *operations.wrong_rules('log', {
        'grad-for-data': ['1 / self.grad * out.grad',
                          'self.grad * out.grad'],
        'function-of-output': ['math.exp(self.data) * out.grad'],
        'output-for-input': ['1 / out.data * out.grad'],
        'output-for-local': ['out.data * out.grad', 'math.log(self.data) * out.grad'],
        'not-inverted': ['self.data * out.grad'],
        'wrong-sign': ['-1 / self.data * out.grad'],
        'other-base': ['1 / (self.data * math.log(10)) * out.grad'],
        'second-derivative': ['-1 / self.data ** 2 * out.grad'],
        'no-local-gradient': ['out.grad'],
        'upstream-inverted': ['1 / (self.data * out.grad)'],
    }),
    wrong('other-base', ('math.log(self.data)', 'math.log10(self.data)')),
    wrong('other-base', ('math.log(self.data)', 'math.log2(self.data)')),
    *(wrong('only-ordinary-numbers', change) for change in (
        ('math.log(self.data)', 'math.log(self.data + 1e-12)'),
        ('math.log(self.data)', 'math.log(max(self.data, 1e-15))'),
        ('1 / self.data', '1 / (self.data + 1e-8)'),
    )),
]
