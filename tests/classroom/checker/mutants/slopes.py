"""What mutants of slope and gradient_check share."""

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
