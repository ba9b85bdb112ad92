"""Wrong programs of softplus, beside the slips that any operation may have."""

from mutants import Mutant, operations

STABLE = 'maximum(x.data, 0.0) + log(1 + exp(-abs(x.data)))'
SLOPE = 'sigmoid(x.data)'
MATH = ('from micrograd import Value', 'import math\n\nfrom micrograd import Value')

MUTANTS = [
    *operations.wrong_rules('softplus', {
        'output-for-input': ['sigmoid(out.data) * out.grad'],
        'relu-rule-for-softplus': ['(x.data > 0) * out.grad'],
        'inner-derivative-forgotten': ['sigmoid(-x.data) * out.grad'],
        'factor-forgotten': ['exp(x.data) * out.grad'],
        'second-derivative': ['sigmoid(x.data) * (1 - sigmoid(x.data)) * out.grad'],
        'no-local-gradient': ['out.grad'],
        'output-for-local': ['out.data * out.grad'],
        'overflows': ['exp(x.data) / (1 + exp(x.data)) * out.grad'],
        'grad-for-data': ['sigmoid(x.grad) * out.grad'],
        'input-for-local': ['x.data * out.grad'],
    }),
    Mutant('softplus', 'overflows', ((STABLE, 'log(1 + exp(x.data))'),)),
    Mutant('softplus', 'math-for-elementary', (
        MATH, (STABLE, 'math.log(1 + math.exp(x.data))'))),
    Mutant('softplus', 'math-for-elementary', (MATH, (
        SLOPE, '0.5 * (1 + math.tanh(x.data / 2))'))),
    Mutant('softplus', 'branches-on-data', (
        (STABLE, STABLE.replace('maximum', 'max')),)),
    Mutant('softplus', 'branches-on-data', ((
        SLOPE, '(1 / (1 + exp(-x.data)) if x.data > 0 else sigmoid(x.data))'),)),
    Mutant('softplus', 'captured-number', (
        ('    def _backward', '    slope = sigmoid(x.data)\n\n    def _backward'),
        (f'+= {SLOPE}', '+= slope'))),
    Mutant('softplus', 'value-in-data', ((STABLE, STABLE.replace('x.data', 'x')),)),
    Mutant('softplus', 'calls-itself', ((STABLE, 'softplus(x).data'),)),
    Mutant('softplus', 'gradient-in-forward', (
        ('    def _backward', '    x.grad += sigmoid(x.data)\n\n    def _backward'),)),
    Mutant('softplus', 'methods-indented', ((
        'def softplus(x):\n', 'def main():\n    def softplus(x):\n        return x\n\n'
        '\ndef _softplus(x):\n'),)),
    Mutant('softplus', 'numbers-as-parents', (('(x,)', '(x.data,)'),)),
    Mutant('softplus', 'wrong-parameters', (
        ('def softplus(x)', 'def softplus(x, y)'),)),
    Mutant('softplus', 'results-disturb', (
        ('def softplus', 'nodes = {}\n\n\ndef softplus'),
        ('    def _backward', '    nodes[x] = out\n\n    def _backward'),
        ('out.grad', 'nodes[x].grad'))),
    Mutant('softplus', 'no-parents', ((", (x,), 'softplus'", ''),)),
    Mutant('softplus', 'not-a-tuple', (('(x,)', '(x)'),)),
    Mutant('softplus', 'corner-in-parts', ((
        SLOPE, '((x.data > 0) - where(x.data > 0, 1, where(x.data < 0, -1, 0))'
        ' * sigmoid(-abs(x.data)))'), ('sigmoid\n', 'sigmoid, where\n'))),
    Mutant('softplus', 'wrong-forward', ((STABLE, f'{STABLE} - log(2.0)'),)),
]
