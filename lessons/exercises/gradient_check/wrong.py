"""Wrong programs of gradient_check."""

from mutants import Mutant, from_line
from mutants.slopes import WRONG_FORMULAS, at


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
MEASURED = from_line('gradient_check', '    def moved').partition('\n\n\n')[0]
FORMULA = '(moved(i, h) - moved(i, -h)) / (2 * h)'

MUTANTS = [
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
    *(check(mistake, ('<= atol + rtol * abs(n)', bound)) for mistake, bound in (
        ('less-for-at-most', '< atol + rtol * abs(n)'),
        ('rtol-of-analytic', '<= atol + rtol * abs(a)'),
        ('larger-tolerance-only', '<= max(atol, rtol * abs(n))'),
        ('zero-not-judged', '<= atol + rtol * abs(n) or a == 0'))),
    check('put-back-roughly', (
        'return f(*[Value(x + by * (j == i)) for j, x in enumerate(xs)]).data',
        'xs[i] += by\n        result = f(*map(Value, xs)).data\n        xs[i] -= by\n'
        '        return result')),
]
