"""The graph of a Value as a picture: boxes for values, ovals for operations.

The picture is a text in the DOT language, made here; Graphviz places the boxes.
The colour of a gradient tells its sign, and its size beside the largest one.

Not here: running Graphviz (render.py), the order of the nodes (graph.py).
"""
from __future__ import annotations

import functools
import html
import math
import os
import re
import textwrap
import unicodedata
from decimal import Decimal
from numbers import Rational
from typing import TYPE_CHECKING

from micrograd.engine import Value
from micrograd.graph import topological_order
from micrograd.namesake import refuse_namesakes

refuse_namesakes()  # before a Value that is not ours gives a riddle of an error

if TYPE_CHECKING:
    import graphviz

# From the palette of Okabe and Ito, which the colour-blind can tell apart.
POSITIVE, NEGATIVE, NAN, OPERATION = '#E69F00', '#0072B2', '#CC79A7', '#F0E442'
TITLE = '#E8E8E8'

FONT_SIZE = 20
COLUMN = 0.6 * FONT_SIZE  # the width of a letter of Courier, in points
PADDING = 6
LONGEST_LINE = 30

GRAPH = {'nodesep': '0.25', 'ranksep': '0.35',
         'fontname': 'Courier', 'fontsize': '14', 'labelloc': 'b',
         # Up to 1,000 nodes this changes nothing; beyond it saves minutes.
         'nslimit': '1', 'nslimit1': '1'}
VALUES = {'shape': 'plain', 'fontname': 'Courier', 'fontsize': str(FONT_SIZE)}
EDGES = {'penwidth': '1.5', 'arrowsize': '0.9'}
# ordering=in: the operands of a - b come in from top to bottom.
OPERATIONS = (f'shape=oval style=filled fillcolor="{OPERATION}" fontsize=24 '
              f'ordering=in')


def trace(root: Value) -> tuple[list[Value], list[tuple[Value, Value]]]:
    """The nodes and the edges of the graph of root.

    Nodes come in topological order, operands before results. An edge is a pair
    (operand, result); a * a has two. Raises TypeError if root is not a Value,
    ValueError if the graph has a cycle.
    """
    if not isinstance(root, Value) and not hasattr(root, 'picture_rows'):
        raise TypeError(
            f'a graph is traced and drawn from one Value, such as the loss or '
            f'one output of a network, not from a {type(root).__name__}')
    nodes = topological_order(root)
    return nodes, [(operand, node) for node in nodes for operand in node._prev]


def draw_dot(root: Value, format: str = 'svg', rankdir: str = 'LR',
             filename: str | os.PathLike | None = None) -> graphviz.Digraph:
    """The graph of root as a graphviz.Digraph; a notebook shows it.

    format: what .render() and .pipe() make of it: 'svg', 'png', 'pdf', ...
    rankdir: the direction of the edges: 'LR' (left to right), 'TB' (top to
    bottom), 'RL' or 'BT'. filename: a file to write now; its ending decides
    what: .dot or .gv the text, .svg, .png, .pdf, ... the picture.

    Raises TypeError if root is not a Value; ValueError for an unknown format,
    rankdir or ending; with a filename also micrograd.render.PictureError if
    there is no Graphviz for the picture or it takes too long.
    """
    from micrograd.render import Picture  # only here is graphviz needed
    if rankdir not in ('LR', 'TB', 'RL', 'BT'):
        raise ValueError(f'rankdir is LR, TB, RL or BT, not {rankdir!r}')
    picture = Picture(
        format=str(format), graph_attr={**GRAPH, 'rankdir': rankdir},
        node_attr=VALUES, edge_attr=EDGES, body=_body(*trace(root)))
    if filename is not None:
        picture.write(filename)
    return picture


def format_number(number) -> str:
    """A number as pictures show it: %.4f, or %.4g where that would mislead.

    It would for a number that is not 0 and looks like 0.0000, and for one with
    more than ten characters before the point. A short fraction stays exact;
    other kinds of number speak for themselves.
    """
    if isinstance(number, (int, float)):
        text = f'{number:.4f}'
        vanished = number != 0 and float(text) == 0
        return f'{number:.4g}' if vanished or text.find('.') > 10 else text
    text = str(number)
    if isinstance(number, Rational) and len(text) > 10:
        return f'≈{Decimal(number.numerator) / number.denominator:.4g}'
    return text


def _body(nodes, edges):
    """The lines of the DOT text: values n0, n1, ..., operations, edges."""
    index = {id(node): i for i, node in enumerate(nodes)}
    sizes = [abs(_sign(_rows(node)[-1][1])) for node in nodes]
    scale = max(filter(math.isfinite, sizes), default=0) or 1
    results = [i for i, node in enumerate(nodes) if node._prev]
    legend = [f'\tlabel={_legend()}\n'] if any(sizes) else []
    return [
        *(f'\tn{i} [label={_value(node, scale)}]\n'
          for i, node in enumerate(nodes)),
        f'\t{{ node [{OPERATIONS}]\n',
        *(f'\top{i} [label=<<B>{_html(str(nodes[i]._op))}</B>>]\n'
          for i in results),
        '\t}\n',
        *(f'\top{i} -> n{i}\n' for i in results),
        *(f'\tn{index[id(operand)]} -> op{index[id(result)]}\n'
          for operand, result in edges),
        *legend]


# --- boxes -------------------------------------------------------------------

def _rows(value):
    """What a box shows, each with its name, last the gradient."""
    if isinstance(value, Value):
        return [('data', value.data), ('grad', value.grad)]
    return value.picture_rows()  # a Tensor: of arrays it shows shape and means


def _value(value, scale):
    """A table: the label over data over grad."""
    *rows, (name, grad) = _rows(value)
    rows = [_number_row(*row) for row in rows]
    rows.append(_number_row(name, grad, *colours(grad, scale)))
    label = '' if value.label is None else str(value.label)
    if label:
        rows.insert(0, _cell(_html(label), TITLE, attributes=
                             f' COLSPAN="2"{_least_width(label)}'))
    return _table(rows, f'CELLPADDING="{PADDING}"')


def _number_row(name, number, fill='', ink=''):
    return (_cell(name, fill, ink)
            + _cell(_html(format_number(number)), fill, ink, ' ALIGN="RIGHT"'))


def _legend():
    """What the colours say: five steps from negative to positive."""
    steps = zip((-1, -0.5, 0, 0.5, 1), ('negative', ' ', '0', ' ', 'positive'))
    cells = [_cell(text, *colours(step, 1), ' WIDTH="40"')
             for step, text in steps]
    name = _cell('grad ', attributes=' BORDER="0"')
    return _table([_cell(' ', attributes=' BORDER="0"'), name + ''.join(cells)])


def _table(rows, attributes=''):
    rows = ''.join(f'<TR>{row}</TR>' for row in rows)
    return (f'<<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" {attributes}>'
            f'{rows}</TABLE>>')


def _cell(content, fill='', ink='', attributes=''):
    """One cell, bold: then its text stands on one line in every engine."""
    if fill:
        attributes += f' BGCOLOR="{fill}"'
    if ink:
        content = f'<FONT COLOR="{ink}">{content}</FONT>'
    return f'<TD{attributes}><B>{content}</B></TD>'


# --- colours -----------------------------------------------------------------

def colours(grad, scale):
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


def _sign(grad):
    """The gradient as a float; 0 for a kind of number without a sign."""
    try:
        return float(grad)
    except (TypeError, OverflowError):
        return 0.0


# --- any text ----------------------------------------------------------------

@functools.lru_cache(maxsize=4096)  # most texts come again and again
def _html(text):
    """The text as it is, in DOT's HTML; long lines are wrapped."""
    return '<BR/>'.join(map(_escape, _lines(text)))


def _escape(line):
    r"""Nothing in it is markup, and a control character is seen as \x07."""
    line = re.sub('[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]',
                  lambda match: ascii(match[0])[1:-1], line)
    # DOT replaces \N and its kin in HTML too, unless backslashes are doubled.
    return html.escape(line, quote=False).replace('\\', '\\\\')


def _lines(text):
    lines = []
    for line in text.expandtabs(4).splitlines() or ['']:
        if len(line) > LONGEST_LINE:
            lines += textwrap.wrap(line, LONGEST_LINE, drop_whitespace=False,
                                   replace_whitespace=False)
        else:
            lines.append(line or ' ')
    return lines


def _least_width(text):
    """Room for Chinese, which an engine without a font for it takes too small."""
    if text.isascii():
        return ''
    columns = max(sum(2 if unicodedata.east_asian_width(letter) in 'WF' else 1
                      for letter in line) for line in _lines(text))
    return f' WIDTH="{columns * COLUMN + 2 * PADDING:.0f}"'
