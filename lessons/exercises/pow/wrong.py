"""Wrong programs of pow, beside the slips that any operation may have."""

from functools import partial

from mutants import operations
from mutants.operations import DEF, LINES

wrong = partial(operations.wrong, 'pow')
ONE = '        if n == 1:\n            '

MUTANTS = [
    *operations.wrong_rules('pow', {
        'coefficient-forgotten': ['self.data ** (n - 1) * out.grad'],
        'coefficient-lowered': ['(n - 1) * self.data ** (n - 1) * out.grad'],
        'exponent-not-lowered': ['n * self.data ** n * out.grad',
                                 'n * out.data * out.grad'],
        'exponent-raised': ['n * self.data ** (n + 1) * out.grad'],
        'missing-parentheses': ['(n * self.data ** n - 1) * out.grad',
                                'n * self.data ** n - 1 * out.grad'],
        'exponential-rule': [
            "out.data * __import__('math').log(self.data) * out.grad"],
        'divides-by-the-base': ['n * out.data / self.data * out.grad'],
        'times-for-power': ['n * self.data * (n - 1) * out.grad'],
        'grad-for-data': ['n * self.grad ** (n - 1) * out.grad'],
        'no-local-gradient': ['out.grad'],
        'output-for-local': ['out.data * out.grad'],
        'input-for-local': ['self.data * out.grad'],
    }),
    wrong('value-for-number', ('n * self.data **', 'n * self **')),
    wrong('calls-itself', ('self.data ** n, (', 'self ** n, (')),
    wrong('assert-parenthesis',
        ('(int, float)), ', '(int, float), '), ("number'", "number')")),
    wrong('wrong-forward', ('self.data ** n,', 'n ** self.data,')),
    wrong('kind-of-exponent', ('self.data ** n,', 'self.data ** int(n),'),
        ('n * self.data', 'int(n) * self.data'), ('(n - 1)', '(int(n) - 1)')),
    wrong('kind-of-exponent', ('(int, float)', 'int')),
    wrong('mutates-operand', (DEF, f'{ONE}return self\n{DEF}')),
    wrong('overwrite-grad', (
        LINES['pow'][0], 'if n > 0:\n                '
        f'{LINES["pow"][0]}\n            else:\n                '
        f'{LINES["pow"][0].replace("+=", "=")}')),
    wrong('no-parents', (DEF, f'{ONE}out = Value(self.data)\n\n{DEF}')),
    *(wrong('only-ordinary-numbers', change) for change in (
        ('self.data ** n,', 'min(self.data ** n, 1e6),'),
        ('self.data ** (n - 1)', 'min(self.data ** (n - 1), 1e6)'),
    )),
]
