"""Wrong programs of maximum, beside the slips that any operation may have."""

from functools import partial

from mutants import operations
from mutants.operations import ATTACH, DEF, LINES, RETURN, WRAP

wrong = partial(operations.wrong, 'maximum')

MUTANTS = [
    *operations.wrong_rules('maximum', {
        'both-get-all': [('out.grad', 'out.grad')],
        'tie-counted-twice': [('(self.data >= other.data) * out.grad',
                               '(other.data >= self.data) * out.grad')],
        'tie-lost': [('(self.data > other.data) * out.grad',
                      '(other.data > self.data) * out.grad')],
        'tie-one-sided': [('(self.data >= other.data) * out.grad',
                           '(other.data > self.data) * out.grad'),
                          ('(self.data > other.data) * out.grad',
                           '(self.data <= other.data) * out.grad')],
        'tie-by-identity': [(
            '(0.5 if self.data is other.data else lead > 0) * out.grad',
            '(0.5 if self.data is other.data else lead <= 0) * out.grad')],
        'tie-halved-always': [('out.grad / 2', 'out.grad / 2')],
        'input-for-local': [('share * self.data * out.grad', None)],
        'output-for-local': [('out.data * out.grad', None)],
    }),
    wrong('calls-itself', ('max(self.data, other.data)', 'self.maximum(other)')),
    wrong('value-for-number',
        ('max(self.data, other.data)', 'max(self, other)')),
    wrong('mutates-operand',
        (DEF, f'        return self if self.data > other.data else other\n{DEF}')),
    wrong('gradient-beside-numbers', (WRAP, (
        '        if not isinstance(other, Value):\n'
        '            return Value(max(self.data, other))\n'))),
    wrong('wrong-forward', ('max(self.data, other.data)',
                            'min(self.data, other.data)')),
    wrong('overwrite-grad', (LINES['maximum'][1], (
        'if share == 1:\n                other.grad = 0.0\n            else:\n'
        f'                {LINES["maximum"][1]}'))),
    wrong('overwrite-grad', (LINES['maximum'][0], (
        'if share == 0.5:\n                self.grad = out.grad / 2\n'
        '            else:\n'
        f'                {LINES["maximum"][0]}'))),
    wrong('no-parents', (DEF, (
        '        if self.data == other.data:\n            out = Value(self.data)\n\n'
        f'{DEF}'))),
    *(wrong('tie-with-a-number', (WRAP, (
        '        if not isinstance(other, Value):\n'
        '            out = Value(max(self.data, other), (self,))\n\n'
        '            def _backward():\n'
        '                if self.data > other:\n'
        '                    self.grad += out.grad\n'
        '                elif self.data == other:\n'
        f'                    {equal}\n'
        f'    {ATTACH}    {RETURN}{WRAP}')))
      for equal in ('self.grad += out.grad', 'pass')),
    *(wrong('only-ordinary-numbers', change) for change in (
        ('max(self.data, other.data)', 'min(1000, max(self.data, other.data))'),
        ('lead = self.data - other.data',
         'lead = self.data - other.data if other.data < 1000 else 0'),
    )),
]
