"""The experiments that tell a right operation from a wrong one.

They look at an operation from all sides: its value, the gradient of each operand for
an upstream gradient of 1 and of other sizes, gradients that add up over several uses,
operands that are results themselves, plain numbers on either side. Whatever has
regions (a corner, a tie, a number beside it) is looked at so in each of them. What they
show is told apart in slips.py (the form of an operation) and derivatives.py (the
formula). Numbers are drawn so that nothing coincides: a is not b, no gradient is 1 by
chance.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from micrograd.classroom.checker.probes import Probe

STEPS = {
    'forward': 'the value',
    'gradient': 'the gradient of each operand',
    'corner': 'the gradient at the corner',
    'ties': 'equal operands',
    'far': 'numbers far from 0',
    'extremes': 'very large and very small numbers',
    'kinds': 'other kinds of number: higher derivatives, the compiler',
    'sum': 'gradients from several uses add up',
    'graph': 'results as operands',
    'exponents': 'other exponents',
    'numbers': 'plain numbers together with a Value',
}

# What the mistakes of uses.py ask for.
ON_THE_LEFT, ON_THE_RIGHT = 'a number on the left', 'a number on the right'
OF_RESULT = 'a result as an operand'
TOGETHER = 'two results of one operand'
AT_CORNER = 'a corner'
AT_TIE = 'equal operands'

Range = tuple[float, float]
BIG, SMALL = (2e6, 9e6), (2e-6, 9e-6)

# From where to draw the operands of an operation that is smooth everywhere.
TWO = {
    'here': ((2.1, 2.9), (4.1, 5.9)),
    'there': ((-3.9, -3.1), (1.3, 1.9)),
    'third': (6.1, 7.9),
    'extremes': ((BIG, (-9e-5, -2e-5)), ((-9e-5, -2e-5), BIG),
                 ((-9e6, -2e6), (-9e6, -2e6))),
}


def steps(*names: str) -> dict[str, str]:
    """The steps of these names, in the order in which they are told."""
    return {name: STEPS[name] for name in names}


def draw(rng: random.Random, low: float, high: float) -> float:
    """A number of two decimals."""
    return round(rng.uniform(low, high), 2)


def experiments(
    rng: random.Random,
    operation: str,
    here: tuple[Range, ...],
    there: tuple[Range, ...],
    third: Range | None = None,
    zeros: str = '',
    extremes: tuple[tuple[Range, ...], ...] = (),
    of_file: bool = True,
) -> list[Probe]:
    """The experiments on an operation of one or two Values.

    operation: how it is written, '{} * {}' or '{}.tanh()'. here: from where to draw
    its operands. there: other operands, for a second look at the gradient. third:
    a further operand of an operation of two. zeros: the names of the operands that
    may be 0. extremes: operands of unusual size. of_file: does the class stand in the
    file?
    """
    names = ('a', 'b')[: len(here)]
    numbers = [draw(rng, *ends) for ends in here]
    others = [draw(rng, *ends) for ends in there]
    up, down = draw(rng, 6, 10), draw(rng, -6, -3)
    other_up = draw(rng, 3, 5)
    held = [draw(rng, 100, 200) for _ in names]

    start, elsewhere = leaves(names, numbers), leaves(names, others)
    call = f'out = {operation.format(*names)}'
    preset = assignment([f'{name}.grad' for name in names], held)
    grads = tuple(f'{name}.grad' for name in names)
    data = tuple(f'{name}.data' for name in names)

    def after(before: str, gradient: float) -> str:
        return f'{before}\n{call}\n{sent(gradient)}'

    def at(numbers: list[float]) -> str:
        return after(leaves(names, numbers), up)

    return [
        Probe('value', f'{start}\n{call}', ('isinstance(out, Value)', 'out.data'),
              'forward'),
        Probe('value elsewhere', f'{elsewhere}\n{call}', ('out.data', *data),
              'forward'),
        Probe('kind', f'{start}\n{call}', ('type(out).__name__', 'out is a'),
              'forward', required=False),
        Probe('operands', f'{start}\n{preset}\n{call}', (*data, *grads), 'forward'),
        Probe('parents', f'{start}\n{call}', ('len(out._prev)',), 'graph',
              required=False),
        Probe('closure', f'{start}\n{call}\nleaf = Value({numbers[0]})', (
            'out._backward is None', 'leaf._backward is None',
            'out._backward.__code__ is leaf._backward.__code__',
            'a._backward.__code__ is leaf._backward.__code__',
        ), 'gradient', required=False),
        Probe('one', after(start, 1.0), grads, 'gradient'),
        Probe('upstream', after(start, up), (*grads, 'out.grad'), 'gradient'),
        Probe('downward', after(start, down), grads, 'gradient'),
        Probe('elsewhere', after(elsewhere, other_up), grads, 'gradient'),
        Probe('data afterwards', after(start, up), (*data, 'out.data'), 'gradient'),
        Probe('whole numbers', at([round(high) for _, high in here]),
              ('out.data', *grads), 'gradient'),
        Probe('whole gradient', after(start, rng.randint(3, 9)), grads, 'gradient'),
        *(Probe(f'{zero} is 0',
                at([0.0 if x == zero else n for x, n in zip(names, numbers)]),
                ('out.data', *grads), 'gradient') for zero in zeros),
        *_extremes(rng, names, call, extremes),
        *(_of_one(operation, start, up, down) if len(names) == 1 else
          _of_two(operation, start, draw(rng, *third), up, down)),
        *(Probe(f'{size} gradient', after(start, 4.567891 * unit),
                tuple(f'{grad} / {unit}' for grad in grads), 'gradient')
          for size, unit in (('tiny', 1e-9), ('huge', 1e200))),
        Probe('nothing sent', after(f'{start}\n{preset}', 0.0), grads, 'sum'),
        Probe('preloaded', after(f'{start}\n{preset}', up), grads, 'sum'),
        Probe('preloaded elsewhere', after(f'{elsewhere}\n{preset}', down),
              (*grads, *data), 'sum'),
        *(Probe(f'preloaded with {few[0]}',
                after(f'{start}\n{assignment([*grads], few[:len(names)])}', up), grads,
                'sum') for few in ((-0.75, 2), (1, -0.125))),
        *_kept(names, numbers, others, operation, (up, down)),
        *_of_all_sizes(rng, names, call, up, (1, -1) if min(others) < 0 else (1,)),
        *([given('graph'),
           *results_as_operands(rng, operation, numbers, others, *(
               [0.0 if x == zero else n for x, n in zip(names, numbers)]
               for zero in zeros), name='inside, drawn')] if of_file else []),
    ]


def given(step: str, has_repr: bool = True) -> Probe:
    """Is the class as it was given?"""
    show = ('a.data', 'a.grad', 'a._op', 'b._op', 'len(a._prev)', 'b._prev[0] is a',
            'a == b', 'len({a, b})', *(['repr(a)'] if has_repr else []))
    code = 'a = Value(2, (), "x")\nb = Value(2, (a,))\na._backward()'
    return Probe('given', code, show, step)


def _kept(
    names: tuple[str, ...], numbers: list[float], others: list[float], operation: str,
    gradients: tuple[float, float],
) -> list[Probe]:
    """Whoever keeps something from one call, or one object, for the next is wrong.

    The same operands again, with other data, and others with the same data. And the
    digits, of which none is lost: some at which no rounding can turn one round, and
    never near 0, where two numbers have to be nearer to each other to agree.
    """
    up, down = gradients
    start = leaves(names, numbers)
    copies = tuple('cd'[: len(names)])
    p, q = (operation.format(*operands) for operands in (names, copies))
    call = f'out = {p}'
    apart = leaves(copies, others)
    moved, back = (assignment([f'{x}.data' for x in names], there)
                   for there in (others, numbers))
    changed = '\n'.join(f'{x}.data, {x}.grad = {n}, 0.0' for x, n in zip(names, others))
    grads = tuple(f'{name}.grad' for name in names)
    return [
        Probe('changed data', f'{start}\np = {p}\np.grad = {down}\nrun_backward(p)\n'
              f'{changed}\nout = {p}\n{sent(up)}', ('out.data', *grads), 'sum'),
        Probe('made anew', f'{start}\np = {p}\nq = {p}\np.grad = {up}\n'
              'run_backward(p)', ('p is q', 'q.grad', *grads), 'sum',
              about=(TOGETHER,)),
        Probe('equal operands', f'{start}\n{leaves(copies, numbers)}\np = {p}\n'
              f'out = {q}\n{sent(down)}', (*grads, *(f'{x}.grad' for x in copies)),
              'sum'),
        Probe('together', f'{start}\n{apart}\np = {p}\nq = {q}\n'
              f'{both_sent(up, down)}', (*grads, *(f'{x}.grad' for x in copies)),
              'sum', about=(TOGETHER,)),
        Probe('one after the other', _in_turn(names, numbers, others, call, up),
              ('found',), 'sum', about=(TOGETHER,)),
        Probe('moved and back', f'{start}\np = {p}\n{moved}\nq = {p}\n{back}\n'
              f'p.grad = {up}\nrun_backward(p)', (*grads, 'p.data', 'q.data'), 'sum',
              about=(TOGETHER,)),
        Probe('digits', f'{start}\nout = {p}\n{sent(up)}', tuple(
            f'1 + ({x} + 0.12345678) * 10_000 % 1' for x in ('out.data', *grads)),
            'gradient'),
    ]


def _in_turn(
    names: tuple[str, ...], numbers: list[float], others: list[float], call: str,
    up: float,
) -> str:
    """Several calls, none of which keeps its Values: an id comes again."""
    cases = [numbers, others, [*numbers[:1], *others[1:]], numbers]
    operands = ', '.join(names)
    inner = '\n'.join([
        *(f'{x} = Value({x})' for x in names), call, sent(up),
        f'found.append([out.data, {", ".join(f"{x}.grad" for x in names)}])',
    ]).replace('\n', '\n    ')
    return f'found = []\nfor {operands}, in {cases}:\n    {inner}'


def _of_all_sizes(
    rng: random.Random, names: tuple[str, ...], call: str, up: float,
    signs: tuple[int, ...],
) -> list[Probe]:
    """Operands from each half of each decade: a formula may hold in a part of them."""
    sizes = [m * 10.0 ** n for n in (-3, -2, -1, 0) for m in (1.0, 3.2)]
    cases = []
    for size in sizes:
        for sign in signs:
            first = sign * size * rng.uniform(1.1, 2.9)
            second = rng.choice(signs) * rng.choice(sizes) * rng.uniform(1.1, 2.9)
            cases.append([float(f'{x:.3g}') for x in (first, second)[: len(names)]])
    body = '\n    '.join([
        *(f'{x} = Value({x})' for x in names), call, sent(up).replace('\n', '\n    '),
        f'found.append([{", ".join(f"{x}.grad" for x in names)}])',
        'values.append(out.data)'])
    code = f'found, values = [], []\nfor {", ".join(names)}, in {cases}:\n    {body}'
    return [Probe('values of all sizes', code, ('values',), 'forward'),
            Probe('slopes of all sizes', code, ('found',), 'gradient')]


def remembers(operation: str) -> Probe:
    """Does a result hold its operands, and never a number?"""
    both, same = operation.format(*'ab'), operation.format(*'aa')
    beside = ', '.join(operation.format(*pair) for n in (3, 0, 1, 0.0, 1.0, -2.5)
                       for pair in (('a', n), (n, 'a')))
    of_result = ', '.join(operation.format(*pair) for pair in ('hb', 'bh', 'hh', 'h3'))
    code = (f'{leaves("ab", [1.5, 2.5])}\nout = {both}\nh = out\n'
            f'others, above = [{same}, {beside}], [{of_result}]')
    return Probe('remembers', code, (
        'all(any(p is x for p in out._prev) for x in (a, b))',
        '[any(p is a for p in other._prev) for other in others]',
        '[any(p is h for p in other._prev) for other in above]',
        'all(isinstance(p, Value) for other in others for p in other._prev)'),
        'graph', about=(OF_RESULT,))


def in_regions(
    rng: random.Random, operation: str, *points: tuple[float, ...],
    step: str = 'gradient', size: float = 1.0, unit: float = 1.0,
    name: str = 'region', limit: str = '0', about: tuple[str, ...] = (),
) -> list[Probe]:
    """An operation at points of all regions, each with gradients of both signs.

    size: of what is sent back; if it is large, small slopes show, too. unit: the value
    is shown in such parts, so that a small one shows. limit: an expression from which
    the value is counted. name: what the experiments are called, with a number. about:
    as in a Probe.
    """
    probes = []
    for nth, numbers in enumerate(points, start=1):
        names = 'ab'[: len(numbers)]
        for sign in (1, -1):
            held = [draw(rng, 100, 200) for _ in names]
            code = (f'{leaves(names, numbers)}\n'
                    f'{assignment([f"{x}.grad" for x in names], held)}\n'
                    f'out = {operation.format(*names)}\n'
                    f'{sent(sign * size * draw(rng, 3, 5))}')
            value = 'out.data' if limit == '0' else f'(out.data - {limit})'
            value = value if unit == 1 else f'{value} / {unit}'
            show = (value, *(f'{x}.grad - {h}' for x, h in zip(names, held)),
                    *(f'out is {x}' for x in names))
            side = '' if sign > 0 else ', downward'
            probes.append(Probe(f'{name} {nth}{side}', code, show, step, about=about))
    return probes


def around_zero(rng: random.Random) -> list[tuple[float]]:
    """One number of each sign and size, whole ones, and those near to 0; not 0."""
    sizes = (draw(rng, 0.2, 0.8), draw(rng, 1.2, 1.9), draw(rng, 3.1, 6.9))
    return [(1.0,), (-1.0,), (2,), (-3,), (1e-3,), (-1e-3,),
            *((s * x,) for x in sizes for s in (1, -1))]


def pairs(rng: random.Random, *, zero: bool = True) -> list[tuple[float, float]]:
    """Two numbers of all signs and sizes, equal ones, and those that invite shortcuts.

    zero: may the second one be 0?
    """
    def small():
        return draw(rng, 0.2, 0.8)

    def large():
        return draw(rng, 1.2, 9.8)

    signs = [(s, t) for s in (1, -1) for t in (1, -1)]
    equal = large()
    return [
        *((s * small(), t * large()) for s, t in signs),
        *((s * large(), t * small()) for s, t in signs),
        (equal, equal), (-equal, -equal), (equal, -equal),
        (rng.randint(3, 9), -rng.randint(2, 8)), (-7, 2), (0, rng.randint(2, 5)),
        (0.0, -large()), (1.0, large()), (large(), 1.0), (-1.0, large()),
        (-large(), -1.0), (2.0, large()), (large(), 2.0),
        *([(large(), 0.0), (-large(), 0), (0.0, 0.0)] if zero else []),
    ]


def _extremes(
    rng: random.Random, names: tuple[str, ...], call: str,
    extremes: tuple[tuple[Range, ...], ...],
) -> list[Probe]:
    """Operands of unusual size; much is sent, so that small slopes show, too."""
    probes = []
    for nth, ranges in enumerate(extremes, start=1):
        numbers = [float(f'{rng.uniform(*ends):.2e}') for ends in ranges]
        code = f'{leaves(names, numbers)}\n{call}\n{sent(100_000.0)}'
        show = ('out.data', *(f'{name}.grad' for name in names))
        probes.append(Probe(f'extreme {nth}', code, show, 'extremes'))
    return probes


def _of_one(operation: str, start: str, up: float, down: float) -> list[Probe]:
    """Two uses of a, and the operation on its own result."""
    p, out = operation.format('a'), operation.format('h')
    return [
        Probe('twice', f'{start}\np = {p}\nq = {p}\n{both_sent(up, down)}',
              ('a.grad',), 'sum', about=(TOGETHER,)),
        Probe('chain', f'{start}\nh = {p}\nout = {out}\n{sent(up)}',
              ('a.grad', 'h.grad'), 'graph'),
    ]


def _of_two(
    operation: str, start: str, third: float, up: float, down: float
) -> list[Probe]:
    """One Value on both sides, two uses, and a result as an operand on either side."""
    on_both, h, other, left, right = (
        operation.format(*pair) for pair in ('aa', 'ab', 'ac', 'hc', 'ch')
    )
    alone, c = start.splitlines()[0], f'{start}\nc = Value({third})'
    grads = ('a.grad', 'b.grad', 'c.grad')
    k, twice, h_and_k, below, above, k_and_p = (
        operation.format(*pair) for pair in ('bc', 'hh', 'hk', 'ha', 'bh', 'kp'))
    return [
        Probe('same', f'{alone}\nout = {on_both}\n{sent(1.0)}',
              ('a.grad', 'out.data', 'a.data'), 'sum'),
        Probe('same preloaded', f'{alone}\na.grad = {third}\nout = {on_both}\n'
              f'{sent(up)}', ('a.grad',), 'sum'),
        *(Probe(f'inside {name}', f'{c}\nh = {h}\n{lines}\n{sent(down)}',
                ('out.data', 'h.data', 'h.grad', *grads, *more), 'graph',
                about=(OF_RESULT,))
          for name, lines, *more in (
              ('twice', f'out = {twice}'),
              ('both', f'k = {k}\nout = {h_and_k}', 'k.grad'),
              ('with operands', f'k, p = {below}, {above}\nout = {k_and_p}', 'k.grad',
               'p.grad'))),
        Probe('twice', f'{c}\np = {h}\nq = {other}\n{both_sent(up, down)}',
              grads, 'sum', about=(TOGETHER,)),
        *(Probe(name, f'{c}\nh = {h}\nout = {result}\n{sent(up)}',
                (*grads, 'h.grad'), 'graph')
          for name, result in (('left', left), ('right', right))),
    ]


def beside_numbers(
    rng: random.Random, operation: str, a: Range, number: Range, sides: str = 'rl',
    special: tuple[int, ...] = (0, 1),
) -> list[Probe]:
    """A plain number as an operand, on the right and on the left.

    The operand has a gradient already, and what comes out is used again.

    sides: 'r' for an operation that takes numbers on the right alone. special: numbers
    that invite a shortcut, as 0 + a does; the last of them ends a chain.
    """
    usual, other = draw(rng, *a), f'b = Value({draw(rng, *a)})'
    start = leaves('a', [usual])
    held, up, down = draw(rng, 100, 200), draw(rng, 3, 5), draw(rng, -9, -6)
    low, high = number
    whole, real = rng.randint(int(low) + 1, int(high)), draw(rng, low + 0.1, low + 0.9)
    plain = {'int': whole, 'float': real, 'negative number': draw(rng, -0.9, -0.2),
             'negative int': -rng.randint(2, 6), '-1': -1, '0.0': 0.0, '1.0': 1.0,
             **{str(n): n for n in special}}
    some = 'int', 'float', 'negative int'
    starts = {'negative': -draw(rng, *a), 'whole': rng.randint(11, 19), 'zero': 0.0}

    def defined(side: str, n: float, x: float) -> bool:
        if 'maximum' in operation:  # equal ones are looked at apart
            return x != n
        return '/' not in operation or (n if side == 'r' else x) != 0

    def on(side: str, where: str, about: str) -> list[Probe]:
        def call(x: str, n: float) -> str:
            return operation.format(*((x, n) if side == 'r' else (n, x)))

        h = operation.format('a', 'b')
        chain = (f'h = {h}\nk = {call("h", real)}\nl = {call("k", whole)}\n'
                 f'out = {call("l", special[-1])}')
        return [
            *(Probe(f'{kind} {where}',
                    f'{start}\na.grad = {held}\nout = {call("a", n)}\n{sent(up)}',
                    ('out.data', 'a.grad', 'a.data', 'out is a'), 'numbers',
                    about=(about,))
              for kind, n in plain.items() if defined(side, n, usual)),
            Probe(f'chain {where}', f'{start}\n{other}\n{chain}\n{sent(up)}',
                  tuple(f'{x}.grad' for x in 'abhkl'), 'numbers',
                  about=(about, OF_RESULT)),
            *(Probe(f'{kind} and a {size} Value {where}',
                    f'a = Value({x})\na.grad = {held}\nout = {call("a", n)}\n'
                    f'{sent(down)}', ('out.data', 'a.grad', 'out is a'), 'numbers',
                    about=(about,))
              for size, x in starts.items() for kind, n in plain.items()
              if (kind in some or x < 0) and defined(side, n, x)),
            Probe(f'twice {where}',
                  f'{start}\np = {call("a", whole)}\nq = {call("a", real)}\n'
                  f'{both_sent(up, down)}', ('a.grad',), 'numbers',
                  about=(about, TOGETHER)),
        ]

    words = {'r': ('on the right', ON_THE_RIGHT), 'l': ('on the left', ON_THE_LEFT)}
    return [probe for side in sides for probe in on(side, *words[side])]


def around_corner(
    rng: random.Random, operation: str, step: str = 'corner'
) -> list[Probe]:
    """Value and gradient at 0, where there is a corner, and close by on either side."""
    up, held = draw(rng, 3, 5), draw(rng, 100, 200)
    near = {'right of the corner': draw(rng, 0.2, 0.4),
            'left of the corner': draw(rng, -0.4, -0.2)}
    out = f'out = {operation.format("a")}\n{sent(up)}'
    return [
        Probe('corner', f'a = Value(0.0)\n{out}', ('out.data', 'a.grad'), step,
              about=(AT_CORNER,)),
        *(Probe(name, f'a = Value({x})\n{out}', ('out.data', 'a.grad'), step)
          for name, x in near.items()),
        Probe('preloaded corner', f'a = Value(0.0)\na.grad = {held}\n{out}',
              ('a.grad',), 'sum', about=(AT_CORNER,)),
    ]


def results_as_operands(
    rng: random.Random, operation: str, *cases: Sequence[float], name: str = 'inside'
) -> list[Probe]:
    """Operands that are results, here 3 * a and 3 * b, in each region.

    They are made by hand: the file has no other operation to make them with.
    cases: the numbers of the operands of each experiment. name: what the experiments
    are called, with a number.
    """
    up = draw(rng, 3, 5)
    probes = []
    for nth, numbers in enumerate(cases, start=1):
        lines = [
            f'{x} = Value({round(n / 3, 4)})\n{h} = Value({n}, ({x},))\n'
            f'{h}._backward = lambda: setattr({x}, "grad", 3 * {h}.grad)'
            for x, h, n in zip('ab', 'hk', numbers)
        ]
        call = f'out = {operation.format(*"hk"[: len(numbers)])}'
        show = tuple(f'{x}.grad' for pair in ('ah', 'bk')[: len(numbers)]
                     for x in pair)
        code = '\n'.join([*lines, call, sent(up)])
        probes.append(Probe(f'{name} {nth}', code, show, 'graph', about=(OF_RESULT,)))
    return probes


# --- pieces of code -----------------------------------------------------------


def leaves(names: str | tuple[str, ...], numbers: list[float]) -> str:
    """The lines that make a Value of each name."""
    return '\n'.join(f'{name} = Value({n})' for name, n in zip(names, numbers))


def assignment(targets: list[str], numbers: list[float]) -> str:
    """One line that assigns all."""
    return f'{", ".join(targets)} = {", ".join(map(str, numbers))}'


def sent(gradient: float) -> str:
    """The lines that send a gradient back from out."""
    return f'out.grad = {gradient}\nrun_backward(out)'


def both_sent(first: float, second: float) -> str:
    """The lines that send a gradient back from p, then one from q."""
    return (f'p.grad, q.grad = {first}, {second}\n'
            'run_backward(p)\nrun_backward(q)')
