"""Wrong programs of slope."""

from mutants import Mutant, from_line
from mutants.slopes import WRONG_FORMULAS, at


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

MUTANTS = [
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
    *slope('step-of-another-size',
           '(f(x + h * abs(x)) - f(x - h * abs(x))) / (2 * h * abs(x))'),
    *slope('nearly-right', 'round((f(x + h) - f(x - h)) / (2 * h), 6)'),
    *slopes('put-back-roughly', '''
    found = []
    for i in range(len(xs)):
        xs[i] += h
        upper = f(*xs)
        xs[i] -= 2 * h
        found.append((upper - f(*xs)) / (2 * h))
        xs[i] += h
    return found
'''),
]
