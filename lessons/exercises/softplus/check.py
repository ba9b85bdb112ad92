"""Check of softplus: an operation for every kind of number."""

from micrograd.classroom.checker import Check, Probe
from micrograd.classroom.checker.bank.catalogue import of_one
from micrograd.classroom.checker.bank.derivatives import (
    OUTPUT,
    UNCHANGED,
    derivative,
    grad_for_data,
)
from micrograd.classroom.checker.bank.operations import (
    AT_CORNER,
    around_corner,
    around_zero,
    draw,
    experiments,
    in_regions,
    steps,
)
from micrograd.classroom.checker.bank.uses import ANY_NUMBER

OFFERED = 'exp log sqrt sin cos tan tanh sigmoid relu power maximum minimum where'


def probes(rng):
    x, w = draw(rng, 0.61, 0.89), draw(rng, 1.2, 1.8)
    far = rng.randint(800, 999)
    compiled = (f'from micrograd import compile_loss\nw = Value({w})\n'
                'program = compile_loss(lambda x: softplus(w * x), [w])\n'
                f'loss = program({x})\nothers = [[program(y), w.grad] '
                f'for y in (-{x}, 0.0, 700.0, -700.0)]')
    return [
        *experiments(rng, 'softplus({})', here=((0.61, 0.89),), there=((-1.9, -1.3),),
                     of_file=False),
        *in_regions(rng, 'softplus({})', *around_zero(rng), (-20.5,), (20.5,)),
        *in_regions(rng, 'softplus({})', (0,), (-0.0,), name='corner',
                    about=(AT_CORNER,)),
        *in_regions(rng, 'softplus({})', (-14.5,), (-16.5,), size=1e7, unit=1e-7,
                    name='small'),
        *in_regions(rng, 'softplus({})', (8.3,), (9.6,), (11.2,), (12.7,), (14.1,),
                    (15.8,), size=1e5, unit=1e-5, limit='a.data', name='right bend'),
        *in_regions(rng, 'softplus({})', (-3.4,), (-6.2,), (-8.7,), (-11.3,), size=1e5,
                    unit=1e-5, name='left bend'),
        *around_corner(rng, 'softplus({})', 'gradient'),
        *(Probe(f'far {side}', f'x = Value({sign}{far}.0)\nout = softplus(x)\n'
                'out.grad = 1.0\nrun_backward(out)', ('out.data', 'x.grad'), 'far')
          for side, sign in (('right', ''), ('left', '-'))),
        *(Probe(f'largest {x}', f'x = Value({x})\nout = softplus(x)\n'
                'out.grad = 1.0\nrun_backward(out)', ('out.data', 'x.grad'), 'far')
          for x in (1e300, -1e300, 40, -40, 710, -750)),
        *(Probe(f'derivative {n}', 'from micrograd import derivative',
                (f'derivative(softplus, {x}, {n})', f'derivative(softplus, -{x}, {n})'),
                'kinds') for n in (2, 3)),
        Probe('second derivatives', 'from micrograd import derivative', tuple(
            f'derivative(softplus, {y}, 2)'
            for y in (0.0, 3.5, -3.5, 900.0, -900.0)), 'kinds'),
        Probe('compiled', compiled, ('loss', 'others'), 'kinds'),
    ]


CHECK = Check(
    title='an operation of your own: softplus',
    steps=steps('forward', 'gradient', 'far', 'sum', 'graph', 'kinds'),
    probes=probes,
    needs=('softplus', 'Value'),
    mistakes=of_one(
        derivative('grad-for-data', grad_for_data(
            'sigmoid(x.grad) * out.grad', 'sigmoid(out.grad) * out.grad')),
        derivative('output-for-input', 'sigmoid(out.data) * out.grad'),
        derivative('relu-rule-for-softplus', '(x.data > 0) * out.grad'),
        derivative('inner-derivative-forgotten', '1 / (1 + exp(x.data)) * out.grad'),
        derivative('factor-forgotten', 'exp(x.data) * out.grad'),
        derivative(
            'second-derivative',
            'sigmoid(x.data) * (1 - sigmoid(x.data)) * out.grad'),
        derivative('input-for-local', 'x.data * out.grad'),
        UNCHANGED,
        OUTPUT,
        last=ANY_NUMBER,
    ),
    promises={
        'Write the function': ('value', 'one', 'chain'),
        'a relu without': ('corner', 'corner 1'),
        'Its derivative is': ('upstream', 'elsewhere'),
        'Two things are': (),
        'no overflow: as it': ('far right', 'far left'),
        'The same number': ('digits',),
        '`_backward` does not know': (
            'derivative 2', 'derivative 3', 'second derivatives', 'compiled',
        ),
        'So take the functions': ('compiled',),
    },
    hints=(
        'The form is that of every operation: the number, out = Value(number, (x,), '
        'name), a closure without arguments, stored on out.',
        'For the number: maximum(x.data, 0.0) plus the logarithm of 1 + '
        'exp(-abs(x.data)). For the closure: which function of micrograd.elementary '
        'is the derivative?',
        'Inside _backward: `x.grad += sigmoid(x.data) * out.grad`, computed when it '
        'runs, so that x.data may be any kind of number then.',
    ),
    uses={
        'Value': 'engine', 'derivative': 'derivatives.higher',
        'compile_loss': 'compiler',
        **dict.fromkeys(OFFERED.split(), 'elementary'),
    },
    without=('functions:Functions.softplus', 'elementary:softplus', 'training.losses'),
)
