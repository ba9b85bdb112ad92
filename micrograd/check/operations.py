"""The experiments that tell a right operation from a wrong one.

They look at an operation from all sides: its value, the gradient of each operand for
an upstream gradient of 1 and of other sizes, gradients that add up over several uses,
operands that are results themselves, plain numbers on either side. What they show is
told apart in slips.py (the form of an operation) and derivatives.py (the formula).
Numbers are drawn so that nothing coincides: a is not b, no gradient is 1 by chance.
"""

from __future__ import annotations

import random

from micrograd.check.exercise import Text
from micrograd.check.probes import Probe

STEPS = {
    'forward': Text('the value', '前向传播的值'),
    'gradient': Text('the gradient of each operand', '每个操作数的梯度'),
    'corner': Text('the gradient at the corner', '折点处的梯度'),
    'ties': Text('equal operands', '两个操作数相等时'),
    'far': Text('numbers far from 0', '离 0 很远的数'),
    'kinds': Text('other kinds of number: higher derivatives, the compiler',
                  '其他种类的数：高阶导数、编译器'),
    'sum': Text('gradients from several uses add up', '多次使用时梯度要累加'),
    'graph': Text('results as operands', '以运算结果作为操作数'),
    'exponents': Text('other exponents', '其他指数'),
    'numbers': Text('plain numbers beside a Value', '与普通的数一起运算'),
}

Range = tuple[float, float]

# From where to draw the operands of an operation that is smooth everywhere.
TWO = {
    'here': ((2.1, 2.9), (4.1, 5.9)),
    'there': ((-3.9, -3.1), (1.3, 1.9)),
    'third': (6.1, 7.9),
}


def steps(*names: str) -> dict[str, Text]:
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
) -> list[Probe]:
    """The experiments on an operation of one or two Values.

    operation: how it is written, '{} * {}' or '{}.tanh()'. here: from where to draw
    its operands. there: other operands, for a second look at the gradient. third:
    a further operand of an operation of two.
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
        *(_of_one(operation, start, up, down) if len(names) == 1 else
          _of_two(operation, start, draw(rng, *third), up, down)),
        Probe('preloaded', after(f'{start}\n{preset}', up), grads, 'sum'),
    ]  # fmt: skip


def _of_one(operation: str, start: str, up: float, down: float) -> list[Probe]:
    """Two uses of a, and the operation on its own result."""
    p, out = operation.format('a'), operation.format('h')
    return [
        Probe('twice', f'{start}\np = {p}\nq = {p}\n{both_sent(up, down)}',
              ('a.grad',), 'sum'),
        Probe('chain', f'{start}\nh = {p}\nout = {out}\n{sent(up)}',
              ('a.grad', 'h.grad'), 'graph'),
    ]  # fmt: skip


def _of_two(
    operation: str, start: str, third: float, up: float, down: float
) -> list[Probe]:
    """One Value on both sides, two uses, and a result as an operand on either side."""
    on_both, h, other, left, right = (
        operation.format(*pair) for pair in ('aa', 'ab', 'ac', 'hc', 'ch')
    )
    c = f'{start}\nc = Value({third})'
    grads = ('a.grad', 'b.grad', 'c.grad')
    return [
        Probe('same', f'{start.splitlines()[0]}\nout = {on_both}\n{sent(1.0)}',
              ('a.grad',), 'sum'),
        Probe('twice', f'{c}\np = {h}\nq = {other}\n{both_sent(up, down)}',
              grads, 'sum'),
        Probe('left', f'{c}\nh = {h}\nout = {left}\n{sent(up)}', grads, 'graph'),
        Probe('right', f'{c}\nh = {h}\nout = {right}\n{sent(up)}', grads, 'graph'),
    ]  # fmt: skip


def beside_numbers(
    rng: random.Random, operation: str, a: Range, number: Range, sides: str = 'lr'
) -> list[Probe]:
    """A plain int and a plain float as an operand, on the right and on the left.

    sides: 'r' for an operation that takes numbers on the right alone.
    """
    start, up = leaves('a', [draw(rng, *a)]), draw(rng, 3, 5)
    low, high = number
    plain = {'int': rng.randint(int(low) + 1, int(high)),
             'float': draw(rng, int(low) + 0.1, int(low) + 0.9)}  # fmt: skip
    calls = {'r': lambda n: operation.format('a', n),
             'l': lambda n: operation.format(n, 'a')}  # fmt: skip
    words = {'r': 'on the right', 'l': 'on the left'}
    return [
        Probe(f'{kind} {words[side]}',
              f'{start}\nout = {calls[side](n)}\n{sent(up)}',
              ('out.data', 'a.grad'), 'numbers')
        for side in 'rl' if side in sides for kind, n in plain.items()
    ]  # fmt: skip


def around_corner(
    rng: random.Random, operation: str, step: str = 'corner'
) -> list[Probe]:
    """Value and gradient at 0, where there is a corner, and close by on either side."""
    up = draw(rng, 3, 5)
    points = {'corner': 0.0, 'right of the corner': draw(rng, 0.2, 0.4),
              'left of the corner': draw(rng, -0.4, -0.2)}  # fmt: skip
    return [
        Probe(name, f'a = Value({x})\nout = {operation.format("a")}\n{sent(up)}',
              ('out.data', 'a.grad'), step)
        for name, x in points.items()
    ]  # fmt: skip


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
            'run_backward(p)\nrun_backward(q)')  # fmt: skip
