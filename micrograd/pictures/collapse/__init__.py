"""A large graph as a few groups: one for each neuron, or one for each layer.

A neuron is the innermost Module around a parameter; it is one group, however often
it runs: its weights exist once, and their gradients are the sum over all runs. A layer
is the neurons that stand in one list, or in one Module, if they work side by side;
where one feeds the next (layers in a list), each is a layer of its own. To
read, in this order:

    modules  which Module holds which leaf of the graph
    flow     which values are computed inside which Module
    between  which are computed from several, for others

and then this page, which makes the groups.

Not here: how a group is drawn (draw.py, boxes.py).
"""
from __future__ import annotations

from collections import Counter, defaultdict
from typing import NamedTuple

from micrograd.languages import say
from micrograd.pictures.collapse.between import between
from micrograd.pictures.collapse.flow import Flow, units_before
from micrograd.pictures.collapse.modules import Unit, find_units

LEVELS = ('neuron', 'layer')
MOST_PARAMETERS = 4  # in rows of their own
MOST_OUTPUTS = 16
MOST_OUTSIDE = 40  # a picture of more values cannot be read on a slide


class Row(NamedTuple):
    """A line of a group's box: a name, and the values whose range it shows."""
    name: str
    values: list


class Group(NamedTuple):
    """What one box stands for: its title, its rows, and the values in it."""
    title: str
    rows: list[Row]
    members: list


class Groups:
    """A graph in groups.

    groups: in topological order of what they hold. home: value -> group number, for
    values in groups. inner: the edges (operand, result) that are not seen. beside:
    lists of group numbers, each of the neurons of one layer.
    """

    def __init__(self, nodes: list, edges: list, level: str):
        if level not in LEVELS:
            raise ValueError(f"collapse is 'neuron' or 'layer', not {level!r}")
        units = find_units([x for x in nodes if not x._prev])
        if not units:
            raise ValueError(
                f'collapse={level!r}: no leaf of this graph is a parameter of a '
                f'Module that is still alive. Keep the network in a variable '
                f'(model = MLP(...); loss = ...), and let your own class be a '
                f'micrograd.Module')
        flow = Flow(nodes, edges, units)
        self.nodes, self.edges, self.unit_of = nodes, edges, flow.home
        self.inner = {(x, node) for x, node in edges
                      if self._is_within_a_unit(x, node, flow.again)}
        self.outs = self._outputs()
        members = defaultdict(list)
        for node, unit in flow.home.items():
            members[unit].append(node)
        self.groups, self.home, self.beside = [], {}, []
        for title, some in _layers(units, nodes, flow.home):
            if level == 'neuron':
                first = len(self.groups)
                self.beside.append(range(first, first + len(some)))
            parts = [(title, some)] if level == 'layer' else [
                (unit.title, [unit]) for unit in some]
            for name, part in parts:
                self._add(name, _rows(part, self.outs), [
                    x for unit in part for x in [*unit.parameters, *members[unit]]])
        self._add_the_rest()

    def _is_within_a_unit(self, x, node, again):
        unit = self.unit_of.get(node)
        if unit is None or (x, node) in again:
            return False
        return x in unit.parameters or self.unit_of.get(x) is unit

    def _outputs(self):
        """For each unit the values that others use."""
        used = {x for edge in self.edges if edge not in self.inner for x in edge[:1]}
        used.add(self.nodes[-1])
        outs = defaultdict(list)
        for node in self.nodes:
            if node in used and node in self.unit_of:
                outs[self.unit_of[node]].append(node)
        return outs

    def _add(self, title, rows, members):
        for node in members:
            self.home.setdefault(node, len(self.groups))  # a tied parameter: once
        self.groups.append(Group(title, rows, members))

    def _add_the_rest(self):
        """More groups, if so much is left that it cannot be read."""
        rest = [node for node in self.nodes if node not in self.home]
        if len(rest) <= MOST_OUTSIDE:
            return
        for title, some in between(self.nodes, self.unit_of, rest).items():
            self._add_one(title, some)
        rest = [node for node in rest if node not in self.home]
        into = {x for x, node in self.edges if node in self.home}
        inputs = [x for x in rest if not x._prev and x in into]
        others = [x for x in rest if x._prev or x not in into]
        if len(inputs) > MOST_OUTPUTS:
            self._add(say('inputs'), [Row(f'x ({len(inputs)})', inputs)], inputs)
        self._add_one(say('outside'), others)

    def _add_one(self, title, values):
        """A group without parameters; its own edges are not seen."""
        root = self.nodes[-1]
        rows = [Row(words.format(count=len(some)), some) for words, some in (
            (say('leaves ({count})'), [x for x in values if not x._prev]),
            (say('results ({count})'), [x for x in values if x._prev and x is not root])
            ) if some]
        if root in values:
            rows.append(Row(str(root.label or say('root')), [root]))
        if rows:
            own = set(values)
            self.inner |= {edge for edge in self.edges if own.issuperset(edge)}
            self._add(title, rows, values)


# --- layers ------------------------------------------------------------------

def _layers(units, nodes, home):
    """The titles and the units of the layers."""
    beside = defaultdict(list)
    for unit in units:
        beside[id(unit.top), unit.container if unit.name else None].append(unit)
    before = units_before(units, nodes, home)
    for some in beside.values():
        if _in_a_row(some, units, before):
            yield from ((unit.title, [unit]) for unit in some)
        else:
            yield _layer_title(some, units), some


def _layer_title(some, units):
    """The Module around them if it holds no more, else the list."""
    first = some[0]
    within = f'{first.parent}.' if first.parent else ''
    around = [unit for unit in units
              if unit.top is first.top and unit.name.startswith(within)]
    if len(around) == len(some):
        return first.parent or type(first.top).__name__
    return first.title if len(some) == 1 else first.container or first.title


def _in_a_row(some, units, before):
    """Whether one feeds another that does not feed it back."""
    bit = {unit: 1 << units.index(unit) for unit in some}
    return any(before[b] & bit[a] and not before[a] & bit[b]
               for a in some for b in some if a is not b)


# --- rows --------------------------------------------------------------------

def _rows(units: list[Unit], outs):
    parameters = defaultdict(dict)
    for unit in units:
        for leaf, name in unit.parameters.items():
            parameters[_kind(name)][leaf] = name
    rows = []
    for kind, names in parameters.items():
        if len(units) == 1 and len(names) <= MOST_PARAMETERS:
            labels = Counter(leaf.label for leaf in names)
            rows += [Row(str(leaf.label if leaf.label and labels[leaf.label] == 1
                             else name), [leaf]) for leaf, name in names.items()]
        else:
            rows.append(Row(f'{kind} ({len(names)})', list(names)))
    if 1 < len(units) <= MOST_OUTPUTS:
        return rows + [Row(f'out {unit.name.rpartition(".")[2]}', outs[unit])
                       for unit in units if outs[unit]]
    found = [out for unit in units for out in outs[unit]]
    name = 'out' if len(found) == 1 else f'out ({len(found)})'
    return rows + [Row(name, found)] * bool(found)


def _kind(name):
    """w of w.0, w.1.2: the attribute without the places in its lists."""
    while name.rpartition('.')[2].isdigit() and '.' in name:
        name = name.rpartition('.')[0]
    return name
