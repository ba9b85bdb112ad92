"""The page of a player: a picture, the steps as JSON, and the template.

The picture is drawn once, by draw_dot, with zeros as wide as the widest number that
will ever stand there: so nothing moves when the page puts in the numbers of a step.
"""
from __future__ import annotations

import html
import importlib.resources
import json
import math
import re
import string
from collections import defaultdict
from xml.etree import ElementTree

from micrograd.elementary import agree
from micrograd.engine import Value
from micrograd.insight.formulas import readable
from micrograd.languages import say, tag
from micrograd.pictures.boxes import short
from micrograd.pictures.draw import colors, draw_dot, format_number, trace
from micrograd.pictures.player.steps import Change, Step, passes_of

MOST_VALUES = 300
# What the template says, in its HTML and in its JavaScript.
IN_HTML = re.compile(r'\{\{(.*?)\}\}', re.S)
IN_SCRIPT = re.compile(r"\bsay\(\s*('[^']*'(?:\s*\+\s*'[^']*')*)")
UNFINISHED = ' + …'  # after a gradient to which something will be added
SPACE = {'ranksep': '0.45', 'nodesep': '0.3', 'bgcolor': 'transparent'}
SVG = '{http://www.w3.org/2000/svg}'
# What the style sheet says once for all.
REPEATED = ('font-family', 'font-size', 'font-weight', 'stroke',
            'stroke-width', 'fill', '{http://www.w3.org/XML/1998/namespace}space')


def page(root: Value) -> str:
    """The HTML of a player for the graph of root; see write_player."""
    _check_size(root)
    passes = passes_of(root)
    name = passes.name[passes.nodes[-1]]
    title = say('Forward and backward through {x}').format(x=name)
    template = IN_HTML.sub(
        lambda match: html.escape(say(match[1])).replace('$', '$$'), _file('html'))
    # One substitution for all: no label is ever taken for a part of the template.
    return string.Template(template).substitute(
        lang=tag(), title=html.escape(title), style=_file('css'), script=_file('js'),
        picture=_picture(passes), steps=_json(passes))


def _check_size(root):
    size = len(trace(root)[0])
    if size > MOST_VALUES:
        raise ValueError(
            f'a graph of {size:,} values is too large for a player, which nobody can '
            f'follow beyond {MOST_VALUES}. Play a part of it: one sample in place of '
            f'the batch, one neuron, or an operand of the root. To see all of it, '
            f"collapse it: draw_dot(root, collapse='neuron') draws one box for each "
            f'neuron')


def _file(ending):
    file = importlib.resources.files(__package__) / f'player.{ending}'
    return file.read_text('utf-8')


# --- the picture -------------------------------------------------------------

def _picture(passes):
    """The SVG of the graph; what the page changes in it has an id."""
    blank = _blank_copy(passes)
    lines = [[number.count('\n') + 1 for number in (x.data, x.grad)]
             for x in trace(blank)[0]]
    drawing = draw_dot(blank)
    drawing.graph_attr.update(SPACE)
    svg = ElementTree.fromstring(drawing.pipe('svg', encoding='utf-8'))
    for group in list(svg.iter(f'{SVG}g')):
        title = group.find(f'{SVG}title')
        group.attrib.pop('id')
        if group.get('class') == 'edge':
            _mark_edge(group, title.text)
        elif group.get('class') == 'node':
            _mark_node(group, title.text, lines)
        if title is not None:
            group.remove(title)  # it would pop up as a tooltip
        for part in group:
            for name in REPEATED:
                part.attrib.pop(name, None)
    for name in ('width', 'height'):
        svg.attrib.pop(name)
    ElementTree.register_namespace('', SVG[1:-1])
    return ElementTree.tostring(svg, encoding='unicode')


def _blank_copy(passes):
    """The graph with zeros for numbers: as wide, and without a colour."""
    texts = defaultdict(list)
    for step in passes.steps:
        for x, (grad, is_final) in step.grads.items():
            texts[x].append(_grad_text(grad, is_final))
    copies = {}
    for node in passes.nodes:
        operands = [copies[x] for x in node._prev]
        name = passes.name[node]
        label = node.label if name == readable(node.label) else name
        copy = copies[node] = Value(0.0, operands)
        copy._op, copy.label = node._op, label
        copy.data = _zeros([format_number(node.data)])
        copy.grad = _zeros(texts[node])
    return copies[passes.nodes[-1]]


def _zeros(texts):
    """As wide as the widest of their lines, and as high as the highest text."""
    lines = [text.split('\n') for text in texts] or [['0']]
    width = max(len(line) for text in lines for line in text)
    return '\n'.join(['0' * width] * max(map(len, lines)))


def _mark_node(group, title, lines):
    """An operation; or a value: its last four cells are data and grad with numbers.

    lines: of each value, how many its data has and its grad.
    """
    group.set('id', title)
    if title.startswith('op'):
        group.set('class', 'operation')
        return
    group.set('class', 'value')
    i = title[1:]
    cells = group.findall(f'{SVG}polygon')
    texts = _first_lines(group, *lines[int(i)])
    cells[0].set('class', 'title')
    for text in texts[:-4]:
        text.set('class', 'heading')
    names = ('dn', 'd', 'gn', 'g')
    for name, cell, text in zip(names, cells[-4:], texts[-4:]):
        cell.set('id', f'{name}{i}c')
        text.set('id', f'{name}{i}')
        if name in ('d', 'g'):  # numbers of any length end at the right border
            right = max(float(point.split(',')[0]) for point in
                        cell.get('points').split())
            text.set('x', f'{right - 7:g}')
            text.set('class', 'number')


def _first_lines(group, data, grad):
    """The texts of a value; of data and grad, its last two, the first line alone.

    That knows how far below it the next one stands: the page puts all others itself.
    """
    texts = group.findall(f'{SVG}text')
    grad_at = len(texts) - grad
    data_at = grad_at - 1 - data
    for first, count in ((data_at, data), (grad_at, grad)):
        if count > 1:
            heights = [float(text.get('y')) for text in texts[first:first + 2]]
            texts[first].set('data-line', f'{heights[1] - heights[0]:g}')
        for text in texts[first + 1:first + count]:
            group.remove(text)
    return [*texts[:data_at + 1], *texts[grad_at - 1:grad_at + 1]]


def _mark_edge(group, title):
    """An edge knows its operation; one that leads into it, its operand too."""
    tail, head = title.split('->')
    group.set('data-op', (tail if tail.startswith('op') else head)[2:])
    if head.startswith('op'):
        group.set('data-operand', tail[1:])


# --- the steps ---------------------------------------------------------------

def _json(passes):
    """The steps, for a script element: no label can end that."""
    index = {node: i for i, node in enumerate(passes.nodes)}
    nodes = [{'name': passes.name[x], 'data': format_number(x.data),
              'leaf': not x._prev} for x in passes.nodes]
    final = [_number(x)[1] for step in passes.steps for x, _ in step.grads.values()]
    scale = max((abs(x) for x in final if isinstance(x, float)), default=0) or 1
    steps = [_step(step, passes.name, index, scale) for step in passes.steps]
    words = {text: say(text) for text in messages_of(_file('js'))}
    text = json.dumps({'nodes': nodes, 'steps': steps, 'words': words},
                      separators=(',', ':'))
    return text.replace('<', r'\u003c')


def messages_of(script: str) -> list[str]:
    """The English texts in the calls of say() in JavaScript, in one piece each."""
    return [''.join(re.findall("'([^']*)'", found)) for found in
            IN_SCRIPT.findall(script)]


def _step(step: Step, name, index, scale):
    """What a step shows, and how it differs from the one before.

    grads: number of a node -> text, fill, ink, and 1 if more will be added. What is
    empty is left out.
    """
    grads = {index[x]: [_grad_text(grad, is_final), *colors(grad, scale),
                        int(not is_final)]
             for x, (grad, is_final) in step.grads.items() if x in index}
    changes = [change for change in step.changes if change.x in index]
    found = {
        'kind': step.kind, 'title': step.title, 'lines': step.lines,
        'node': index.get(step.node), 'grads': grads,
        'read': [index[x] for x in step.read if x in index],
        'locals': {index[x]: short(local) for x, local in _locals(step)},
        'quiz': [_question(change, index, name) for change in changes]}
    return {key: part for key, part in found.items() if part not in (None, [], {})}


def _grad_text(grad, is_final):
    return format_number(grad) + UNFINISHED * (not is_final)


def _locals(step):
    """The local gradient along each edge, where it is one number."""
    for x, _, parts, _, _, local, _ in step.changes:
        edges = step.node._prev.count(x)
        if local is not None and len(parts) == edges and all(
                agree(part, parts[0]) for part in parts):
            yield x, local / edges


def _question(change: Change, index, name):
    """What the quiz asks, and what it needs to say why an answer is wrong."""
    x, before, parts, after, upstream, local, note = change
    numbers = {'before': before, 'added': sum(parts[1:], parts[0]), 'after': after,
               'upstream': upstream, 'local': local}
    why = [note]
    if local is not None:
        why.insert(0, say('local gradient {local} times the upstream gradient '
                          '{upstream}').format(local=short(local),
                                               upstream=short(upstream)))
    return {'x': index[x], 'name': f'{name[x]}.grad',
            'why': say('; ').join(filter(None, why)),
            'parts': [_number(part) for part in parts],
            **{key: _number(n) for key, n in numbers.items() if n is not None}}


def _number(number):
    """The text of a number, and what JavaScript can compare: None if nothing."""
    try:
        value = float(number)
    except (TypeError, ValueError, OverflowError):
        return short(number), None
    if not math.isfinite(value):  # JSON has no word for it
        value = {math.inf: 'Infinity', -math.inf: '-Infinity'}.get(value, 'NaN')
    return short(number), value
