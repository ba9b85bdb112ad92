"""The boxes of a picture, in DOT's HTML: how a number looks, tables, any label.

The colour of a gradient tells its sign, and its size beside the largest one.

Not here: which boxes there are, and what joins them (draw.py).
"""
from __future__ import annotations

import functools
import html
import math
import re
from collections.abc import Callable
from decimal import Decimal
from numbers import Rational

from micrograd.common.layout import fold, width
from micrograd.engine import Value
from micrograd.languages import say

# From the palette of Okabe and Ito, which the colour-blind can tell apart.
POSITIVE, NEGATIVE, NAN = '#E69F00', '#0072B2', '#CC79A7'
LIT = '#D55E00'  # of the same palette; beside it CHOSEN, the same in light
CHOSEN, TITLE = '#F6CDB3', '#E8E8E8'
PALE_LINE, PALE_INK = '#C4C4C4', '#8C8C8C'
BORDERS = {('value', False): 0, ('value', True): 4,
           ('group', False): 3, ('group', True): 6}

FONT_SIZE = 20
COLUMN = 0.6 * FONT_SIZE  # the width of a letter of Courier, in points
PADDING = 6
LEFT = ' ALIGN="LEFT" BALIGN="LEFT"'
LONGEST_LINE = 30  # in letters of a fixed width; a Chinese one takes two
LONGEST_NUMBER = 48


def format_number(number) -> str:
    """A number as pictures show it: %.4f, or %.4g where that would mislead.

    It would for a number that is not 0 and looks like 0.0000, and for one with
    more than ten characters before the point. Never -0.0000. A short fraction stays
    exact; other kinds of number speak for themselves.
    """
    if isinstance(number, (int, float)):
        text = f'{number or 0.0:.4f}'
        vanished = number != 0 and float(text) == 0
        return f'{number:.4g}' if vanished or text.find('.') > 10 else text
    text = str(number)
    if isinstance(number, Rational) and len(text) > 10:
        return f'≈{Decimal(number.numerator) / number.denominator:.4g}'
    return text


def short(number) -> str:
    """The same without zeros at its end: 6.0, 0.7071, 1/3."""
    return re.sub(r'^(-?\d+\.\d+?)0+$', r'\1', format_number(number))


# --- boxes -------------------------------------------------------------------

def value_box(value, scale: float, look: str = 'plain',
              number_text: Callable = format_number) -> str:
    """A table: the label over data over grad. look: 'plain', 'lit' or 'pale'."""
    *rows, (name, grad) = _rows(value)
    rows = [_row(name, number_text(number)) for name, number in rows]
    rows.append(_row(name, number_text(grad), _shade(grad, scale, look)))
    label = '' if value.label is None else str(value.label)
    if label:
        rows.insert(0, _cell(_html(label), _title(look), attributes=
                             f' COLSPAN="2"{_least_width(label)}'))
    return _table(rows, f'CELLPADDING="{PADDING}"', BORDERS['value', look == 'lit'])


def group_box(group, scale: float, look: str = 'plain', chosen=None) -> str:
    """A table: the title, then a row for each name with data and grad, or with their
    ranges; the row of the value that was chosen is marked."""
    head = _title(look)
    names = [name for name, _ in _rows(group.rows[0].values[0])[-2:]]
    rows = [_cell(_html(group.title), head, attributes=
                  f'{LEFT}{_least_width(group.title)}')
            + ''.join(_cell(name, head, attributes=_least_width(name))
                      for name in names)]
    for name, values in group.rows:
        datas, grads = zip(*map(data_and_grad, values))
        mark = CHOSEN if any(value is chosen for value in values) else ''
        shade = _shade(_largest(grads), scale, look)
        rows.append(_cell(_html(name), mark, attributes=f'{LEFT}{_least_width(name)}')
                    + _cell(_html(_range(datas)), attributes=' ALIGN="RIGHT"')
                    + _cell(_html(_range(grads)), *shade, ' ALIGN="RIGHT"'))
    return _table(rows, f'CELLPADDING="{PADDING}"', BORDERS['group', look == 'lit'])


def text(operation: object) -> str:
    """What stands in the oval of an operation."""
    return f'<<B>{_html(str(operation))}</B>>'


def legend(with_colors: bool, chosen: object = None) -> str:
    """What the colours say, in five steps from negative to positive; and, with a
    name, what is thick."""
    rows = [_cell(' ', attributes=' BORDER="0"')]
    if chosen:
        words = say('thick: from {x} to the root').format(x=chosen)
        rows.append(_cell(_html(words), attributes=' COLSPAN="6" BORDER="0"'))
    if with_colors:
        steps = zip((-1, -0.5, 0, 0.5, 1),
                    (say('negative'), ' ', '0', ' ', say('positive')))
        cells = [_cell(_html(words), *colors(step, 1), _least_width(words, 40))
                 for step, words in steps]
        rows.append(_cell('grad ', attributes=' BORDER="0"') + ''.join(cells))
    return _table(rows)


def _rows(value):
    """What a box shows, each with its name, last data and grad; a Tensor knows what
    it wants to show."""
    if isinstance(value, Value):
        return [('data', value.data), ('grad', value.grad)]
    return value.picture_rows()


def data_and_grad(value) -> tuple:
    """The two numbers of a value; of a Tensor the means."""
    (_, data), (_, grad) = _rows(value)[-2:]
    return data, grad


def _row(name, number, shade=('', '')):
    return (_cell(name, *shade, _least_width(name))
            + _cell(_html(number, LONGEST_NUMBER), *shade, ' ALIGN="RIGHT"'))


def _shade(grad, scale, look):
    """Fill and ink of a gradient's cell."""
    return ('', '') if look == 'pale' else colors(grad, scale)


def _title(look):
    return '' if look == 'pale' else TITLE


def _range(numbers):
    """The smallest and the largest; nan if there is one, for it must be seen."""
    if any(map(_is_nan, numbers)):
        return 'nan'
    try:
        ends = min(numbers), max(numbers)
    except TypeError:  # numbers without an order; or None, a Tensor's missing grad
        texts = set(map(short, numbers))
        return texts.pop() if len(texts) == 1 else say('various')
    low, high = map(short, ends)
    return low if low == high else say('{low} to {high}').format(low=low, high=high)


def _largest(numbers):
    """That with the largest size; nan if there is one."""
    return max(numbers, key=lambda x: math.inf if _is_nan(x) else abs(_sign(x)))


def _is_nan(number):
    return math.isnan(_sign(number))


def _table(rows, attributes='', border=0):
    rows = ''.join(f'<TR>{row}</TR>' for row in rows)
    return (f'<<TABLE BORDER="{border}" CELLBORDER="1" CELLSPACING="0" {attributes}>'
            f'{rows}</TABLE>>')


def _cell(content, fill='', ink='', attributes=''):
    """One cell, bold: then its text stands on one line in every engine."""
    if fill:
        attributes += f' BGCOLOR="{fill}"'
    if ink:
        content = f'<FONT COLOR="{ink}">{content}</FONT>'
    return f'<TD{attributes}><B>{content}</B></TD>'


# --- colours -----------------------------------------------------------------

def colors(grad, scale):
    """Fill and ink for a gradient: white at 0, full colour at scale."""
    sign = _sign(grad)
    if sign == 0:
        return '', ''
    if math.isnan(sign):
        return NAN, ''
    strength = 0.1 + 0.9 * min(1, abs(sign) / scale)
    full = POSITIVE if sign > 0 else NEGATIVE
    # White on blue reads better than black from here on (contrast 4.5).
    ink = 'white' if full == NEGATIVE and strength > 0.93 else ''
    channels = (int(full[i:i + 2], 16) for i in (1, 3, 5))
    return '#' + ''.join(f'{round(255 + (channel - 255) * strength):02X}'
                         for channel in channels), ink


def scale(nodes) -> float:
    """The largest size of a gradient in the picture; 0 if all are 0."""
    sizes = [abs(_sign(data_and_grad(node)[1])) for node in nodes]
    largest = max(filter(math.isfinite, sizes), default=0)
    return largest or float(any(sizes))


def _sign(grad):
    """The gradient as a float; 0 for a kind of number without a sign."""
    try:
        return float(grad)
    except (TypeError, ValueError, OverflowError):
        return 0.0


# --- any text ----------------------------------------------------------------

@functools.lru_cache(maxsize=4096)  # most texts come again and again
def _html(text, longest=LONGEST_LINE):
    """The text as it is, in DOT's HTML; long lines are wrapped."""
    return '<BR/>'.join(map(_escape, _lines(text, longest)))


def _escape(line):
    """Nothing in it is markup."""
    # DOT replaces \N and its kin in HTML too, unless backslashes are doubled.
    return html.escape(line, quote=False).replace('\\', '\\\\')


def _lines(text, longest=LONGEST_LINE):
    r"""The text in lines; a control character is seen as \x07."""
    lines = []
    for line in text.expandtabs(4).splitlines():
        line = re.sub('[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]',
                      lambda match: ascii(match[0])[1:-1], line)
        lines += [line[start:end] for start, end in
                  fold(line, longest, trim=False)] or [' ']
    return lines or [' ']


def _least_width(text, least=0):
    """Room for Chinese, which an engine without a font for it takes too small."""
    if not text.isascii():
        widest = max(map(width, _lines(text)))
        least = max(least, widest * COLUMN + 2 * PADDING)
    return f' WIDTH="{least:.0f}"' if least else ''
