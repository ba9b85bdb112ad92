"""Wrong measurements: slope, gradient_check, newton; and unbroadcast, of arrays."""

from mutants import Mutant, from_line

# --- slope ----------------------------------------------------------------------


def slope(mistake: str, *bodies: str, family: tuple[str, ...] = ()) -> list[Mutant]:
    """The function slope with another formula; slopes uses it."""
    old = '(f(x + h) - f(x - h)) / (2 * h)'
    return [Mutant('slope', mistake, ((old, body),), family) for body in bodies]


def slopes(mistake: str, *bodies: str, head: str = 'def slopes(f, xs, h=1e-5):'):
    old = from_line('slope', 'def slopes')
    return [Mutant('slope', mistake, ((old, head + body),)) for body in bodies]


SLOPES = """
    found = []
    for i in range(len(xs)):
        right = list(xs)
        right[i] += h
        left = list(xs)
        left[i] -= h
        found.append((f(*right) - f(*left)) / (2 * h))
    return found
"""
CENTRAL = '(f(*right) - f(*left)) / (2 * h)'
WRONG_FORMULAS = {
    'forward-difference': ('(f({+}) - f({0})) / h', 'f({+}) / h - f({0}) / h'),
    'backward-difference': ('(f({0}) - f({-})) / h',),
    'divided-by-h': ('(f({+}) - f({-})) / h', '(f({+}) - f({-})) * (1 / h)'),
    'divided-by-2h-one-side': ('(f({+}) - f({0})) / (2 * h)',),
    'not-divided': ('f({+}) - f({-})', 'f({+}) - f({0})'),
    'divided-by-2': ('(f({+}) - f({-})) / 2 * h', '0.5 * (f({+}) - f({-}))'),
    'parentheses-missing': ('f({+}) - f({-}) / (2 * h)', 'f({+}) - f({-}) / 2 * h'),
    'sign-of-difference': ('(f({-}) - f({+})) / (2 * h)',),
    'floor-division': ('(f({+}) - f({-})) // (2 * h)',),
    'sum-of-values': ('(f({+}) + f({-})) / (2 * h)',),
}


def at(formula: str, right: str, here: str, left: str) -> str:
    return formula.replace('{+}', right).replace('{0}', here).replace('{-}', left)


SLOPE = [
    *(mutant for name, formulas in WRONG_FORMULAS.items() for formula in formulas
      for mutant in slope(name, at(formula, 'x + h', 'x', 'x - h'))),
    *(mutant for name, formulas in WRONG_FORMULAS.items() for formula in formulas
      for mutant in slopes(name, SLOPES.replace(
          CENTRAL, at(formula, '*right', '*xs', '*left')))),
    *slope('step-halved', '(f(x + h / 2) - f(x - h / 2)) / h'),
    *slope('value-moved', '((f(x) + h) - (f(x) - h)) / (2 * h)'),
    *slope('place-forgotten', '(f(h) - f(-h)) / (2 * h)',
           '(f(x * (1 + h)) - f(x * (1 - h))) / (2 * h)'),
    *(Mutant('slope', 'no-return', ((f'return {old}', new),)) for old, new in (
        ('(f(x + h)', 'result = (f(x + h)'), ('found', 'print(found)'))),
    *(Mutant('slope', 'step-too-large', (('f, x, h=1e-5', f'f, x, h={h}'),))
      for h in (1.0, 0.1, 0.01)),
    *(Mutant('slope', 'step-too-small', (('f, x, h=1e-5', f'f, x, h={h}'),))
      for h in (1e-12, 1e-14)),
    Mutant('slope', 'step-too-large', (('f, xs, h=1e-5', 'f, xs, h=1.0'),)),
    Mutant('slope', 'step-too-small', (('f, xs, h=1e-5', 'f, xs, h=1e-13'),)),
    *(Mutant('slope', 'step-ignored',
             (('    return (f(x', f'    h = {h}\n    return (f(x'),))
      for h in (1e-5, 1e-7)),
    *slopes('step-ignored', SLOPES.replace('found = []', 'found = []\n    h = 1e-6')),
    *slopes('list-not-unpacked', SLOPES.replace('f(*', 'f(')),
    *slopes('changes-the-list', """
    found = []
    for i in range(len(xs)):
        xs[i] += h
        right = f(*xs)
        xs[i] -= 2 * h
        left = f(*xs)
        found.append((right - left) / (2 * h))
    return found
"""),
    *slopes('same-place-twice', SLOPES.replace('list(xs)', 'xs')),
    *slope('same-place-twice', '(f(x + h) - f(x + h)) / (2 * h)'),
    *slopes('all-moved-at-once', """
    right = f(*[x + h for x in xs])
    left = f(*[x - h for x in xs])
    return [(right - left) / (2 * h) for x in xs]
"""),
    *slopes('position-by-value', SLOPES.replace(
        'for i in range(len(xs)):', 'for x in xs:\n        i = xs.index(x)'), '''
    found = {}
    for i, x in enumerate(xs):
        found[x] = slope(lambda v: f(*xs[:i], v, *xs[i + 1:]), x, h)
    return [found[x] for x in xs]
''', '''
    return [(f(*[v + h if v == x else v for v in xs])
             - f(*[v - h if v == x else v for v in xs])) / (2 * h) for x in xs]
'''),
    *slopes('inputs-stay-moved', '''
    xs_h, found = list(xs), []
    for i in range(len(xs)):
        xs_h[i] += h
        up = f(*xs_h)
        xs_h[i] -= 2 * h
        found.append((up - f(*xs_h)) / (2 * h))
    return found
''', SLOPES.replace('    for i', '    right, left = list(xs), list(xs)\n    for i')
            .replace('        right = list(xs)\n', '')
            .replace('        left = list(xs)\n', ''), '''
    xs, found = xs.copy(), []
    for i, x in enumerate(xs):
        xs[i] = x - h
        down = f(*xs)
        xs[i] = x + h
        found.append((f(*xs) - down) / (2 * h))
    return found
'''),
    *slopes('state-kept', SLOPES.replace('    found = []\n', ''),
            head='def slopes(f, xs, h=1e-5, found=[]):'),
    *slopes('late-binding', '''
    along = [lambda x: f(*xs[:i], x, *xs[i + 1:]) for i in range(len(xs))]
    return [slope(g, x, h) for g, x in zip(along, xs)]
''', '''
    moved = []
    for i in range(len(xs)):
        moved.append(lambda by: f(*[x + by * (i == j) for j, x in enumerate(xs)]))
    return [(g(h) - g(-h)) / (2 * h) for g in moved]
'''),
    *slopes('first-one-only', SLOPES.replace('    return', '        return'),
            SLOPES.replace('found.append', 'return ')),
]


# --- gradient_check -------------------------------------------------------------


def check(mistake: str, *changes: tuple[str, str], family: tuple[str, ...] = ()):
    return Mutant('gradient_check', mistake, changes, family)


def verdict(mistake: str, *bodies: str) -> list[Mutant]:
    """The last function with another body."""
    old = from_line('gradient_check', 'def gradient_check')
    head = 'def gradient_check(f, xs, rtol=1e-5, atol=1e-7):'
    return [check(mistake, (old, head + body)) for body in bodies]


LOOP = """
    for a, n in zip(analytic(f, xs), numeric(f, xs)):
        if not abs(a - n) <= atol + rtol * abs(n):
            return False
    return True
"""
BAD = 'not abs(a - n) <= atol + rtol * abs(n)'
MEASURED = from_line('gradient_check', '    def moved')
MEASURED = MEASURED[:MEASURED.index('\n\n\n')]
FORMULA = '(moved(i, h) - moved(i, -h)) / (2 * h)'

CHECK = [
    *(check(name,
            (FORMULA, at(formula, 'i, h', 'i, 0', 'i, -h').replace('f(i', 'moved(i')))
      for name, formulas in WRONG_FORMULAS.items() for formula in formulas),
    check('step-halved', (FORMULA, '(moved(i, h / 2) - moved(i, -h / 2)) / h')),
    check('no-return', ('return [leaf.grad', 'print([leaf.grad'),
          ('in leaves]\n\n\ndef numeric', 'in leaves])\n\n\ndef numeric')),
    *verdict('no-return', LOOP.replace('    return True\n', '')),
    check('list-not-unpacked', ('f(*leaves)', 'f(leaves)')),
    check('list-not-unpacked', ('f(*[Value', 'f([Value')),
    check('floats-into-f', ('Value(x + by * (j == i))', 'x + by * (j == i)')),
    check('floats-into-f', ('Value(x + by * (j == i))', 'x + by * (j == i)'),
          ('enumerate(xs)]).data', 'enumerate(xs)])')),
    check('floats-into-f', ('[Value(x) for x in xs]', 'list(xs)')),
    check('gradients-not-computed', ('f(*leaves).backward()', 'f(*leaves)')),
    check('gradients-not-computed',
          ('return [leaf.grad', 'return [Value(leaf.data).grad')),
    check('values-for-numbers', ('enumerate(xs)]).data', 'enumerate(xs)])')),
    check('values-for-numbers', ('return [leaf.grad for', 'return [leaf for')),
    check('first-one-only',
          ('return [leaf.grad for leaf in leaves]', 'return leaves[0].grad')),
    check('first-one-only', ('i in range(len(xs))', 'i in range(1)')),
    check('all-moved-at-once', ('x + by * (j == i)', 'x + by')),
    check('position-by-value', ('by * (j == i)', 'by * (j == xs.index(xs[i]))')),
    check('position-by-value', ('by * (j == i)', 'by * (x == xs[i])')),
    check('position-by-value', ('[Value(x) for x in xs]', '{x: Value(x) for x in xs}'),
          ('f(*leaves)', 'f(*[leaves[x] for x in xs])'),
          ('leaf.grad for leaf in leaves', 'leaves[x].grad for x in xs')),
    check('inputs-stay-moved', (MEASURED, '''    xs = list(xs)
    found = []
    for i in range(len(xs)):
        xs[i] += h
        right = f(*map(Value, xs)).data
        xs[i] -= 2 * h
        left = f(*map(Value, xs)).data
        found.append((right - left) / (2 * h))
    return found''')),
    check('inputs-stay-moved', (MEASURED, '''    leaves = [Value(x) for x in xs]
    found = []
    for leaf, x in zip(leaves, xs):
        leaf.data = x - h
        left = f(*leaves).data
        leaf.data = x + h
        right = f(*leaves).data
        found.append((right - left) / (2 * h))
    return found''')),
    check('state-kept', ('xs, h=1e-5):', 'xs, h=1e-5, found=[]):'),
          ('return [(moved', 'found += [(moved'),
          ('for i in range(len(xs))]', 'for i in range(len(xs))]\n    return found')),
    check('state-kept', ('leaves = [Value(x) for x in xs]',
                         'leaves.extend(map(Value, xs))'),
          ('f(*leaves)', 'f(*leaves[-len(xs):])'),
          ('def analytic(f, xs):', 'leaves = []\n\n\ndef analytic(f, xs):')),
    check('late-binding', (MEASURED, '''    moved = []
    for i in range(len(xs)):
        def along(x):
            return f(*[Value(x if i == j else y) for j, y in enumerate(xs)]).data
        moved.append(along)
    return [(g(x + h) - g(x - h)) / (2 * h) for g, x in zip(moved, xs)]''')),
    check('result-not-computed-again', (MEASURED, """    leaves = [Value(x) for x in xs]
    out = f(*leaves)
    found = []
    for leaf in leaves:
        leaf.data += h
        right = out.data
        leaf.data -= 2 * h
        left = out.data
        leaf.data += h
        found.append((right - left) / (2 * h))
    return found""")),
    check('changes-the-list', (MEASURED, """    found = []
    for i in range(len(xs)):
        xs[i] += h
        right = f(*[Value(x) for x in xs]).data
        xs[i] -= 2 * h
        left = f(*[Value(x) for x in xs]).data
        found.append((right - left) / (2 * h))
    return found""")),
    *verdict('always-true', '\n    return True\n',
             LOOP.replace('numeric(', 'analytic('),
             LOOP.replace('analytic(', 'numeric(')),
    *verdict('always-false', LOOP.replace(BAD, 'a != n'), '\n    return False\n',
             '\n    return analytic(f, xs) == numeric(f, xs)\n'),
    *verdict('verdict-inverted', LOOP.replace('False', 'None').replace('True', 'False')
             .replace('None', 'True'), LOOP.replace('not ', '')
             .replace('return False', 'return False if True else None')[:0]
             or '\n    return not all(abs(a - n) <= atol + rtol * abs(n) for a, n in '
             'zip(analytic(f, xs), numeric(f, xs)))\n'),
    *verdict('any-for-all', """
    for a, n in zip(analytic(f, xs), numeric(f, xs)):
        if abs(a - n) <= atol + rtol * abs(n):
            return True
    return False
"""),
    *verdict('one-input-judged', """
    for a, n in zip(analytic(f, xs), numeric(f, xs)):
        if abs(a - n) <= atol + rtol * abs(n):
            return True
        else:
            return False
""", """
    for a, n in zip(analytic(f, xs), numeric(f, xs)):
        ok = abs(a - n) <= atol + rtol * abs(n)
    return ok
""", """
    a, n = analytic(f, xs)[0], numeric(f, xs)[0]
    return abs(a - n) <= atol + rtol * abs(n)
"""),
    *verdict('no-abs', LOOP.replace('abs(a - n)', 'a - n'), LOOP.replace(BAD,
             'not a <= n + atol + rtol * abs(n)')),
    *verdict('abs-of-each', LOOP.replace('abs(a - n)', 'abs(abs(a) - abs(n))')),
    *verdict('no-abs-in-tolerance', LOOP.replace('abs(n)', 'n')),
    *verdict('absolute-only', LOOP.replace(' + rtol * abs(n)', '')),
    *verdict('relative-only', LOOP.replace('atol + ', ''),
             LOOP.replace(BAD, 'not abs(a - n) / abs(n) <= rtol'),
             LOOP.replace(BAD, 'not abs((a - n) / n) <= rtol')),
    *verdict('tolerances-ignored', LOOP.replace('atol', '1e-7').replace('rtol', '1e-5'),
             LOOP.replace(BAD, 'abs(a - n) > 1e-4')),
    *verdict('nan-accepted', LOOP.replace(BAD, 'abs(a - n) > atol + rtol * abs(n)'), """
    ok = True
    for a, n in zip(analytic(f, xs), numeric(f, xs)):
        if abs(a - n) > atol + rtol * abs(n):
            ok = False
    return ok
""", '\n    return not any(abs(a - n) > atol + rtol * abs(n) for a, n in '
             'zip(analytic(f, xs), numeric(f, xs)))\n'),
]


# --- newton -----------------------------------------------------------------------


def newton(mistake: str, old: str, *news: str) -> list[Mutant]:
    return [Mutant('newton', mistake, ((old, new),)) for new in news]


NEXT = 'return x - slope / curvature'
APPEND = 'places.append(newton_step(f, places[-1]))'
BREAK = 'if abs(places[-1] - places[-2]) <= tolerance:'
NEWTON = [
    *newton('no-return', NEXT, 'x = x - slope / curvature'),
    *newton('no-return', '    return places\n', ''),
    *newton('derivative-of-a-number', 'derivative(f, x, 2)', 'derivative(slope, x)'),
    *newton('gradient-step', NEXT, 'return x - slope', 'return x - 0.1 * slope'),
    *newton('step-uphill', NEXT, 'return x + slope / curvature'),
    *newton('ratio-upside-down', NEXT, 'return x - curvature / slope'),
    *newton('product-for-ratio', NEXT, 'return x - slope * curvature'),
    *newton('root-of-f', NEXT, 'return x - f(x) / slope'),
    *newton('slope-squared', 'derivative(f, x, 2)', 'derivative(f, x) ** 2'),
    *newton('step-shortened', NEXT, 'return x - 0.5 * slope / curvature'),
    *newton('valley-refused', 'not curvature > 0', 'curvature > 0',
            'not curvature > 3'),
    *newton('only-the-move', NEXT, 'return slope / curvature',
            'return -slope / curvature'),
    *newton('wrong-order', 'derivative(f, x, 2)', 'derivative(f, x, 3)'),
    Mutant('newton', 'wrong-order', (('derivative(f, x, 2)', 'derivative(f, x, 3)'),
                                     ('derivative(f, x, 1)', 'derivative(f, x, 2)'))),
    *newton('curvature-without-sign', 'if not curvature > 0', 'if curvature == 0'),
    *newton('curvature-without-sign', 'derivative(f, x, 2)',
            'abs(derivative(f, x, 2))'),
    *newton('flat-not-refused', 'not curvature > 0', 'curvature < 0'),
    *newton('another-exception', 'raise ValueError', 'raise RuntimeError',
            'raise Exception'),
    *newton('another-exception', '    if not curvature > 0:',
            '    assert curvature > 0\n    if 0:'),
    *newton('no-limit-of-steps', 'for _ in range(50):', 'while True:'),
    *newton('one-step-less', 'range(50)', 'range(49)', 'range(1, 50)'),
    *newton('start-left-out', 'return places', 'return places[1:]'),
    *newton('always-from-the-start', APPEND, 'places.append(newton_step(f, x))'),
    *newton('tolerance-ignored', '<= tolerance', '<= 1e-9', '< 1e-12'),
    *newton('state-kept', 'def newton(f, x, tolerance=1e-9):\n    places = [x]',
            'def newton(f, x, tolerance=1e-9, places=[]):\n    places.append(x)'),
    *newton('error-caught', f'        {APPEND}', f'        try:\n            {APPEND}\n'
            '        except ValueError:\n            break'),
    *newton('never-stops-early', '            break', '            pass'),
    *newton('stops-too-early', BREAK, 'if places[-1] - places[-2] <= tolerance:'),
    *newton('stops-too-early', '            break\n    return',
            '            break\n        return'),
]


# --- unbroadcast --------------------------------------------------------------------


def unbroadcast(mistake: str, *bodies: str) -> list[Mutant]:
    old = from_line('unbroadcast', 'def unbroadcast')
    head = 'import numpy as np\n\n\ndef unbroadcast(grad, shape):'
    return [Mutant('unbroadcast', mistake, ((old, head + body),)) for body in bodies]


LEAD = """
    while grad.ndim > len(shape):
        grad = grad.sum(axis=0)
"""
ONES = """
    for axis, length in enumerate(shape):
        if length == 1:
            grad = grad.sum(axis=axis, keepdims=True)
"""
AT_ONCE = """
    new = grad.ndim - len(shape)
    grad = grad.sum(axis=tuple(range(new)))
    ones = tuple(i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=ones, keepdims=True)
"""
END = '    return grad\n'
UNBROADCAST = [
    *unbroadcast('no-return', LEAD + ONES, AT_ONCE.replace('return ', 'grad = ')),
    *unbroadcast('nothing-summed', '\n' + END, '\n    return np.array(grad)\n'),
    *unbroadcast('only-new-axes', LEAD + END, """
    return grad.sum(axis=tuple(range(grad.ndim - len(shape))))
"""),
    *unbroadcast('only-axes-of-length-1', ONES + END, """
    ones = tuple(i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=ones, keepdims=True)
"""),
    *unbroadcast('one-new-axis-only', LEAD.replace('while', 'if') + ONES + END,
                 AT_ONCE.replace('axis=tuple(range(new))', 'axis=0 if new else ()')),
    *unbroadcast('one-axis-of-length-1-only', LEAD + '''
    if 1 in shape:
        grad = grad.sum(axis=shape.index(1), keepdims=True)
''' + END, LEAD + ONES + '            break\n' + END),
    *unbroadcast('trailing-axes-summed', LEAD.replace('axis=0', 'axis=-1') + ONES + END,
                 LEAD.replace('axis=0', 'axis=-1') + END),
    *unbroadcast('axis-lost', AT_ONCE.replace(', keepdims=True', ''),
                 LEAD + ONES.replace(', keepdims=True', '') + END),
    *unbroadcast('mean-of-copies', LEAD + ONES.replace('sum', 'mean') + END,
                 LEAD.replace('sum', 'mean') + ONES + END,
                 AT_ONCE.replace('.sum', '.mean')),
    *unbroadcast('first-copy-only',
                 LEAD.replace('grad.sum(axis=0)', 'grad[0]') + ONES + END,
                 (LEAD + ONES + END).replace('sum', 'max')),
    *unbroadcast('reshaped', '\n    return grad.reshape(shape)\n',
                 '\n    return np.reshape(grad, shape)\n'),
    *unbroadcast('everything-summed', '\n    return grad.sum()\n',
                 '\n    return np.full(shape, np.sum(grad))\n'),
    *unbroadcast('axis-out-of-bounds', """
    for axis in range(grad.ndim - len(shape)):
        grad = grad.sum(axis=axis + 1)
""" + ONES + END),
    *unbroadcast('gradient-changed', """
    while grad.ndim > len(shape):
        for row in grad[1:]:
            grad[0] += row
        grad = grad[0]
""" + ONES + END),
]

MUTANTS = [*SLOPE, *CHECK, *NEWTON, *UNBROADCAST]
