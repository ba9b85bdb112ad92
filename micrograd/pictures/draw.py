"""The graph of a Value as a picture or as text.

A picture is a text in the DOT language, made here; Graphviz places the boxes.
Values are boxes, operations ovals; a graph too large for a slide can be drawn with
one box for each neuron or layer.

Not here: running Graphviz (render.py), the order of the nodes (graph.py), what
stands in a box (boxes.py), what is a neuron or a layer (collapse/), text (outline.py).
"""
from __future__ import annotations

import os
from typing import TYPE_CHECKING

from micrograd.common.arguments import check_counts
from micrograd.common.engines import is_tensor
from micrograd.common.namesake import refuse_namesakes
from micrograd.engine import Value
from micrograd.graph import topological_order, used_up
from micrograd.languages import say
from micrograd.pictures import boxes
from micrograd.pictures.boxes import colors, format_number
from micrograd.pictures.collapse import Groups
from micrograd.pictures.outline import Outline

refuse_namesakes()  # before a Value that is not ours gives a riddle of an error

if TYPE_CHECKING:
    import graphviz

__all__ = ['colors', 'draw_dot', 'draw_text', 'format_number', 'trace']

OPERATION = '#F0E442'

GRAPH = {'nodesep': '0.25', 'ranksep': '0.35',
         'fontname': 'Courier', 'fontsize': '14', 'labelloc': 'b',
         # Up to 1,000 nodes this changes nothing; beyond it saves minutes.
         'nslimit': '1', 'nslimit1': '1'}
WITH_GROUPS = {'ranksep': '1'}  # room for the many edges between full layers
VALUES = {'shape': 'plain', 'fontname': 'Courier', 'fontsize': str(boxes.FONT_SIZE)}
EDGES = {'penwidth': '1.5', 'arrowsize': '0.9'}
SHAPES = f'fontname="Courier" fontsize="{boxes.FONT_SIZE}"'  # on the edges of Tensors
# ordering=in: the operands of a - b come in from top to bottom.
OPERATIONS = (f'shape=oval style=filled fillcolor="{OPERATION}" fontsize=24 '
              f'ordering=in')
# Thick or pale, so that no colour has to be told from another.
LIT = f'color="{boxes.LIT}" penwidth="5"'
PALE_EDGE = f'color="{boxes.PALE_LINE}"'
PALE = f'{PALE_EDGE} fontcolor="{boxes.PALE_INK}" fillcolor="white"'


def trace(root: Value) -> tuple[list[Value], list[tuple[Value, Value]]]:
    """The nodes and the edges of the graph of root.

    Nodes come in topological order, operands before results. An edge is a pair
    (operand, result); a * a has two. Raises TypeError if root is not a Value,
    ValueError if the graph has a cycle; RuntimeError if it is one of a Tensor that a
    backward pass used up, operands and all.
    """
    if not _is_node(root):
        raise TypeError(
            f'a graph is traced and drawn from one Value, such as the loss or '
            f'one output of a network, not from a {type(root).__name__}')
    if getattr(root, '_grad_fn', None) is used_up:
        used_up()
    nodes = topological_order(root)
    return nodes, [(operand, node) for node in nodes for operand in node._prev]


def draw_dot(root: Value, format: str = 'svg', rankdir: str = 'LR',
             filename: str | os.PathLike | None = None, *,
             collapse: str | None = None, highlight: Value | None = None,
             short: bool = False) -> graphviz.Digraph:
    """The graph of root as a graphviz.Digraph; a notebook shows it.

    format: what .render() and .pipe() make of it: 'svg', 'png', 'pdf', ...
    rankdir: the direction of the edges: 'LR' (left to right), 'TB' (top to
    bottom), 'RL' or 'BT'. filename: a file to write now; its ending decides
    what: .dot or .gv the text, .svg, .png, .pdf, ... the picture.

    collapse: 'neuron' or 'layer' draws one box for each, with its parameters, its
    outputs and their gradients, or with the range of many. The network must be alive,
    made of Modules; collapse/ says what counts as a neuron and a layer. If more than
    40 values belong to none, they are collapsed too: those between the parts of one
    Module, such as the shares of an Attention, into a box with its name.
    highlight: a value of the graph, such as a parameter; the paths from it to the
    root are drawn thick, all the rest pale.
    short: numbers without zeros at their end, as in every collapsed picture.

    Of a Tensor a box shows the means of its numbers, and each edge out of it its shape;
    a collapsed picture so shows the shapes that go from layer to layer.

    Raises TypeError if root or highlight is not a Value; ValueError for an unknown
    format, rankdir, collapse or ending, if there is nothing to collapse, or if
    highlight is not in the graph; with a filename also a PictureError if there is
    no Graphviz for the picture or it takes too long.
    """
    from micrograd.pictures.render import Picture  # only here is graphviz needed
    if rankdir not in ('LR', 'TB', 'RL', 'BT'):
        raise ValueError(f'rankdir is LR, TB, RL or BT, not {rankdir!r}')
    nodes, edges = trace(root)
    groups = None if collapse is None else Groups(nodes, edges, collapse)
    picture = Picture(
        format=str(format), node_attr=VALUES, edge_attr=EDGES,
        graph_attr={**GRAPH, **(groups and WITH_GROUPS or {}), 'rankdir': rankdir},
        body=_Body(nodes, edges, groups, highlight, short).lines())
    if filename is not None:
        picture.write(filename)
    return picture


def draw_text(root: Value, max_lines: int = 200) -> Outline:
    """The graph of root as text for a terminal, the root on top.

    Below a value, further in, stand its operands. A value that is used several times
    has a number: it stands there with its own operands once, and elsewhere as
    `see #3`. What is too deep to be indented goes on at the left edge, by its number.
    After max_lines lines the text says how many values are left out.

    The result is a str that an interactive session shows as it is: no print needed.

    Raises TypeError if root is not a Value; ValueError if the graph has a cycle or
    max_lines is not an int of at least 1.
    """
    check_counts(max_lines=max_lines)
    return Outline.of(*trace(root), max_lines)


def _is_node(thing):
    """Whether it is a Value, or knows what it wants to show, like a Tensor."""
    return isinstance(thing, Value) or is_tensor(thing)


class _Body:
    """The lines of the DOT text: values n0, n1, ..., groups, operations, edges."""

    def __init__(self, nodes, edges, groups, highlight, short):
        self.nodes, self.edges, self.chosen = nodes, edges, highlight
        self.groups = groups.groups if groups else []
        self.home = groups.home if groups else {}
        self.inner = groups.inner if groups else set()
        self.beside = groups.beside if groups else []
        self.index = {node: i for i, node in enumerate(nodes)}
        self.lit = None if highlight is None else self._reached_from(highlight)
        self.scale = boxes.scale(nodes)
        self.number_text = boxes.short if short or groups else format_number

    def _reached_from(self, start):
        """The nodes on the paths from start to the root."""
        if not _is_node(start):
            raise TypeError(f'highlight is one value of the graph, such as '
                            f'model.parameters()[0], not a {type(start).__name__}')
        if start not in self.index:
            raise ValueError(f'highlight: {start!r} is not in the graph of the root, '
                             f'which does not depend on it')
        reached = {start}
        for node in self.nodes:  # operands come before results
            if not reached.isdisjoint(node._prev):
                reached.add(node)
        return reached

    def lines(self) -> list[str]:
        """The whole body."""
        drawn = [node for node in self.nodes if node not in self.home]
        results = [node for node in drawn if node._prev]
        return [*map(self._value, drawn), *map(self._group, range(len(self.groups))),
                f'\t{{ node [{OPERATIONS}]\n', *map(self._operation, results), '\t}\n',
                *(self._edge(f'op{self.index[node]}', f'n{self.index[node]}',
                             self._is_lit(node)) for node in results),
                *self._edges(), *self._rows_of_groups(), *self._legend()]

    # --- boxes and ovals -----------------------------------------------------

    def _value(self, node):
        table = boxes.value_box(node, self.scale, self._look(self._is_lit(node)),
                                self.number_text)
        return self._line(f'n{self.index[node]}', table, self._is_lit(node))

    def _group(self, i):
        group = self.groups[i]
        is_lit = self.lit is not None and not self.lit.isdisjoint(group.members)
        table = boxes.group_box(group, self.scale, self._look(is_lit), self.chosen)
        return self._line(f'g{i}', table, is_lit)

    def _rows_of_groups(self):
        """Neurons of one layer beside each other, in their order."""
        for numbers in self.beside:
            if len(numbers) > 1:
                names = ' -> '.join(f'g{i}' for i in numbers)
                yield f'\t{{ rank=same {names} [style=invis] }}\n'

    def _operation(self, node):
        return self._line(f'op{self.index[node]}', boxes.text(node._op),
                          self._is_lit(node))

    def _line(self, name, label, is_lit):
        style = {'lit': f' {LIT}', 'pale': f' {PALE}', 'plain': ''}[self._look(is_lit)]
        return f'\t{name} [label={label}{style}]\n'

    def _is_lit(self, node):
        return self.lit is not None and node in self.lit

    def _look(self, is_lit):
        if self.lit is None:
            return 'plain'
        return 'lit' if is_lit else 'pale'

    def _legend(self):
        if self.scale or self.lit is not None:
            name = self.lit and (self.chosen.label or say('the chosen value'))
            yield f'\tlabel={boxes.legend(bool(self.scale), name)}\n'

    # --- edges ---------------------------------------------------------------

    def _edges(self):
        found = {}  # into a group one edge, however often: is it lit, of what shapes?
        for i, edge in enumerate(self.edges):
            ends = self._ends(*edge)
            if ends:
                key = ends if ends[1][0] == 'g' else (*ends, i)
                lit, shapes = found.setdefault(key, ([], {}))
                lit.append(all(map(self._is_lit, edge)))
                if getattr(edge[0], 'shape', ()):  # of a Tensor that is not one number
                    shapes[str(edge[0].shape)] = None
        return [self._edge(*key[:2], any(lit), ' '.join(shapes))
                for key, (lit, shapes) in found.items()]

    def _ends(self, operand, result):
        """The names of what the edge joins; None if it is not seen."""
        group, into = self.home.get(operand), self.home.get(result)
        if (operand, result) in self.inner:
            return None
        return (f'n{self.index[operand]}' if group is None else f'g{group}',
                f'op{self.index[result]}' if into is None else f'g{into}')

    def _edge(self, start, end, is_lit, shapes=''):
        style = {'lit': [LIT], 'pale': [PALE_EDGE], 'plain': []}[self._look(is_lit)]
        if shapes:
            pale = f' fontcolor="{boxes.PALE_INK}"' * (style == [PALE_EDGE])
            style = [*style, f'label={boxes.text(shapes)} {SHAPES}{pale}']
        attributes = f' [{" ".join(style)}]' if style else ''
        return f'\t{start} -> {end}{attributes}\n'
