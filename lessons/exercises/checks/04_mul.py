"""Check of mul."""

from micrograd.check import Check, Mistake, Probe, Text


def probes(rng):
    a, b, g = (round(rng.uniform(*ends), 1) for ends in ((2, 3), (4, 6), (7, 9)))
    start = f'a = Value({a})\nb = Value({b})\nout = a * b\n'
    return [
        Probe('forward', start, ('isinstance(out, Value)', 'out.data'), 'forward'),
        Probe('upstream', f'{start}out.grad = {g}\nrun_backward(out)',
              ('a.grad', 'b.grad'), 'gradient'),
        Probe('left', f'a = Value({a})\nout = {b} * a', ('out.data',), 'numbers'),
    ]  # fmt: skip


CHECK = Check(
    title=Text('the product a * b', '乘积 a * b'),
    steps={'forward': Text('the value', '前向值'), 'gradient': Text('the gradient', '梯度'),
           'numbers': Text('plain numbers', '普通数字')},
    probes=probes,
    needs=('Value.__mul__', 'Value.__rmul__'),
    mistakes=(
        Mistake('swapped-operands', lambda e: e.behaves_like(
            e.exercise.right.replace('other.data * out', 'self.data * out')),
            Text('', ''), Text('', '')),
    ),
    hints=(Text('', ''),) * 3,
)
