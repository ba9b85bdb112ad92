"""Wrong programs of newton."""

from mutants import Mutant


def newton(mistake: str, old: str, *news: str) -> list[Mutant]:
    return [Mutant('newton', mistake, ((old, new),)) for new in news]


NEXT = 'return x - slope / curvature'
APPEND = 'places.append(newton_step(f, places[-1]))'
BREAK = 'if abs(places[-1] - places[-2]) <= tolerance:'

MUTANTS = [
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
    *newton('nan-let-through', 'not curvature > 0', 'curvature <= 0'),
    *newton('less-for-at-most', '<= tolerance', '< tolerance'),
    *newton('last-place-left-out', BREAK, BREAK + '\n            places.pop()'),
    *newton('slope-for-step', BREAK,
            'if abs(derivative(f, places[-1], 1)) <= tolerance:'),
]
