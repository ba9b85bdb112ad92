"""What a viewer answers to a question of a lesson, read and judged.

Whatever a keyboard gives is read: full-width digits, the minus and the point of
a Chinese one, fractions such as 1/3 and ½, powers such as 10⁻⁶. So are the words of
each language for yes and no, for numbers, and around numbers, which the headers of
micrograd/languages/*/language.po list. Which numbers are right, _agree() says.

Left out: formulas with names in them, and sentences.
"""

from __future__ import annotations

import ast
import functools
import math
import numbers
import operator
import re
import unicodedata
from decimal import Decimal, InvalidOperation
from fnmatch import fnmatchcase

from micrograd.languages import LANGUAGES, about, say

# Before NFKC, which would take 2½ to 21⁄2, and 10⁻⁶ to 10-6.
FRACTION = re.compile('(\\d*) ?([¼½¾⅐-⅞])')
POWER = re.compile('[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+')
# After NFKC, which takes full-width digits and signs to plain ones.
SIGNS = str.maketrans({'−': '-', '–': '-', '—': '-', '。': '.', '、': '/', '×': '*',
                       '÷': '/', '⁄': '/', '^': '**'})
NOT_FINITE = re.compile(r'([+-]?)(?:(inf|infinity|∞)|nan)')
ENDS = ' .。!?,;~…'  # of a sentence, full-width ones after NFKC
THOUSANDS = re.compile(r'(?<=\d),(?=\d{3}(?!\d))')
OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
              ast.Div: operator.truediv, ast.Pow: operator.pow,
              ast.USub: operator.neg, ast.UAdd: operator.pos}
ZERO = 1e-9  # what is smaller may be called 0
COUNTABLE = 1000  # a whole number below it is counted, not estimated


def normal(text: str) -> str:
    """What was typed, without what a keyboard makes different."""
    text = FRACTION.sub(lambda match: f'({match[1] or 0}+{match[2]})', text)
    text = POWER.sub(lambda match: f'**({match[0]})', text)
    return unicodedata.normalize('NFKC', text).strip().lower()


def is_readable(answer: str) -> bool:
    """Whether an answer is a number, or yes or no."""
    return _truth(answer) is not None or _number(_bare(answer)) is not None


def letter(answer: str) -> str:
    """The letter of a choice that an answer names, as in `(b).`; '' if none."""
    letters = re.findall('[a-z0-9]', answer)
    return letters[0] if len(letters) == 1 else ''


def judge_answer(answer: str, truth: bool | float | str) -> bool | None:
    """Whether an answer is right; None if it is of another kind than the truth.

    >>> judge_answer('0.71', 0.70710678), judge_answer('336', 337)
    (True, False)
    >>> judge_answer('yes', True), judge_answer('yes', 6.0)
    (True, None)
    """
    if isinstance(truth, str):
        return answer == truth if len(answer) == 1 else None
    if is_bool(truth):
        said = _truth(answer)
        return None if said is None else said == bool(truth)
    answer = _bare(answer)
    number = _number(answer)
    if number is None:
        return None
    parts = (1, 0.01) if answer.endswith('%') else (1,)
    return any(_agree(number * part, _precision(answer) * part, truth)
               for part in parts)


def checked(truth: object, ask: str, path: str, line: int) -> bool | float | str:
    """Return a truth if it is a number, a bool or a letter.

    Raises:
        TypeError: if it is anything else; names what was asked for, and where.
    """
    if is_bool(truth) or isinstance(truth, numbers.Real):
        return truth
    if isinstance(truth, str) and len(truth) == 1:
        return truth
    raise TypeError(say(
        '{path}, line {line}: {ask} is {truth!r}: neither a number nor a bool nor a '
        'letter').format(path=path, line=line, ask=ask, truth=truth))


def is_bool(truth: object) -> bool:
    """Whether a truth is True or False, of Python or of numpy."""
    return isinstance(truth, bool) or getattr(truth, 'dtype', '') == 'bool'


def _truth(answer: str) -> bool | None:
    said = ' '.join(answer.rstrip(ENDS).replace(',', ' ').split())
    if any(fnmatchcase(said, pattern) for pattern in _words('X-No')):
        return False
    return any(fnmatchcase(said, pattern) for pattern in _words('X-Yes')) or None


def _bare(answer: str) -> str:
    """A number alone, of an answer such as 'about 14 times.'; ready for Python."""
    answer = answer.rstrip(ENDS)
    if answer not in _numbers():
        answer = _around_numbers().fullmatch(answer)[1]
    answer = answer.translate(SIGNS)
    word = answer.lstrip('+-')
    return answer.removesuffix(word) + _numbers().get(word, word)


@functools.cache
def _words(field: str) -> list[str]:
    """What the header of each language lists there: a class may mix languages.

    The longest first, of which another may be a part.
    """
    listed = ','.join(about(lang).get(field, '') for lang in LANGUAGES).split(',')
    return sorted(filter(None, map(str.strip, listed)), key=len, reverse=True)


@functools.cache
def _around_numbers() -> re.Pattern[str]:
    """What finds the number among the words that may stand before and after it."""
    before, after = ('|'.join(map(re.escape, _words(field)))
                     for field in ('X-Before-Numbers', 'X-After-Numbers'))
    return re.compile(rf'[=≈~ ]*(?:(?:{before})[ =≈~]*)*(.*?) *(?:(?:{after}) *)*',
                      re.DOTALL)


@functools.cache
def _numbers() -> dict[str, str]:
    """Numbers in words: {'half': '1/2'}."""
    pairs = (word.partition('=') for word in _words('X-Numbers'))
    return {word.strip(): number.strip() for word, _, number in pairs}


def _number(answer: str) -> float | None:
    text = THOUSANDS.sub('', answer.rstrip('% ')).replace(',', '.')
    if match := NOT_FINITE.fullmatch(text):
        return float(match[1] + 'inf' if match[2] else 'nan')
    try:
        return _value(ast.parse(text, mode='eval').body)
    except (SyntaxError, ValueError, TypeError, ArithmeticError, RecursionError):
        return None


def _value(node: ast.expr) -> float:
    """Work out a sum of plain numbers; a ValueError for anything else."""
    match node:
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.UnaryOp(op=op, operand=operand) if type(op) in OPERATIONS:
            return OPERATIONS[type(op)](_value(operand))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATIONS:
            result = OPERATIONS[type(op)](_value(left), _value(right))
            return float(result)
    raise ValueError(f'no number: {ast.dump(node)}')


def _precision(answer: str) -> float:
    """Half a unit of the last digit that was typed; 0 for a fraction."""
    try:
        exponent = Decimal(answer.rstrip('% ')).as_tuple().exponent
    except InvalidOperation:
        return 0.0
    return 0.5 * 10.0 ** exponent if isinstance(exponent, int) else 0.0


def _agree(number: float, precision: float, truth: float) -> bool:
    """Is it the true number, rounded as the viewer rounded, or within 1 %?

    A count, an int that can be counted, is to be exact.
    """
    if number == truth or (math.isnan(number) and math.isnan(truth)):
        return True
    if isinstance(truth, numbers.Integral) and abs(truth) < COUNTABLE:
        return False
    if math.isclose(number, truth, rel_tol=0.01, abs_tol=ZERO):
        return True
    # A quarter off is a guess, however coarse the rounding.
    near = min(precision * (1 + 1e-9), abs(truth) / 4)
    return math.isfinite(number) and abs(number - truth) <= near
