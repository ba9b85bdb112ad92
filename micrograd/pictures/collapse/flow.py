"""Which values of a graph are computed inside which unit (a neuron, say).

Only the edges are read, so a student's Module is understood like our own:

    a unit begins    where one of its parameters meets something else, as in w * x;
                     a penalty such as p * p or dot(ps, ps) is no use of it
    it goes on       while what it has made from different parameters is put together;
                     whole sums, each made by a dot, only if another unit comes after
    its activation   is what follows and takes nothing else in, if another unit
                     comes after it; before a loss, one operation with one operand

What mixes units, such as a loss, is outside of all of them. A unit that runs several
times, on the samples of a batch or the steps of a sequence, is one unit all the same.

Not here: how the units were found (modules.py), how they are shown (__init__.py).
"""
from __future__ import annotations

from collections import Counter, defaultdict
from typing import NamedTuple

from micrograd.elementary import is_number
from micrograd.pictures.collapse.modules import Unit


class Origin(NamedTuple):
    """What a node has been made from.

    units: those it may belong to; more than one if a parameter is tied. cover: the
    parameters in it, one bit each. base: the node where the last one came in. sums:
    how many whole sums are in it, each made by one operation. run: how often the unit
    has fed itself before, which shows where there are such sums.
    """
    units: frozenset
    cover: int
    base: object
    sums: int
    run: int


class Flow:
    """The unit of each node that is inside one.

    home: node -> Unit, without the parameters. again: the edges (operand, result) by
    which a unit feeds itself, as in a recurrent network.
    """

    def __init__(self, nodes: list, edges: list, units: list[Unit]):
        self.units = units
        self.holders = defaultdict(list)
        for unit in units:
            for leaf in unit.parameters:
                self.holders[leaf].append(unit)
        self.bit = {leaf: 1 << i for i, leaf in enumerate(self.holders)}
        self.uses = Counter(operand for operand, _ in edges)
        self.starts = {node for node in nodes if self._is_start(node)}
        self.fed = self._nodes_before(self.starts, nodes)
        self.parts, self.again = {}, set()
        for node in nodes:
            if node._prev:
                self._take_in(node)
        self.inside = set()
        for node in nodes:
            if node in self.parts and self._is_inside(node):
                self.inside.add(node)
        self.home = self._settle(nodes)

    # --- where units begin, and what comes before ----------------------------

    def _is_start(self, node):
        found = {x for x in node._prev if x in self.holders}
        return bool(found) and not self._is_made_from_one(node)

    def _is_made_from_one(self, node):
        """From one parameter alone, as p * p, w.exp() or a transposed W; or from the
        squares of several."""
        uses = Counter(node._prev)
        return uses.keys() <= self.holders.keys() and (
            len(uses) == 1 or min(uses.values()) > 1)

    @staticmethod
    def _nodes_before(starts, nodes):
        found = set()
        for node in reversed(nodes):
            if node in starts or node in found:
                found.update(x for x in node._prev if x._prev)
        return found

    # --- forward: what has been made from what -------------------------------

    def _take_in(self, node):
        parameters = [x for x in node._prev if x in self.holders]
        computed = dict.fromkeys(x for x in node._prev
                                 if x._prev and x not in self.holders)
        if parameters and self._is_made_from_one(node):
            if node in self.fed:  # a unit uses it in place of the parameter
                self.holders[node] = self.holders[parameters[0]]
                self.bit[node] = self.bit[parameters[0]]
                self.parts[node] = Origin(
                    frozenset(self.holders[node]), self.bit[node], node, 0, 0)
        elif parameters:
            self._start(node, parameters, computed)
        elif computed and all(map(self._goes_with_it, node._prev)):
            self._go_on(node, computed)

    def _start(self, node, parameters, computed):
        units = frozenset(self.holders[parameters[0]])
        for x in parameters[1:]:  # of two units: the one that comes later
            later = frozenset(self.holders[x])
            units = units & later or max(units, later, key=self._order)
        cover, sums, run = 0, len(parameters) > 1, 0
        for x in parameters:
            cover |= self.bit[x]
        for x in computed:
            part = self.parts.get(x)
            if part and part.units & units:
                is_over = sums and (part.base is not x or part.sums > 1)
                if part.cover & cover or is_over:  # what the unit gave before
                    self.again.add((x, node))
                    run = max(run, part.run + 1)
                else:
                    units, cover = units & part.units, cover | part.cover
                    sums, run = sums or part.sums, max(run, part.run)
        self.starts.add(node)
        self.parts[node] = Origin(units, cover, node, sums, run)

    def _order(self, units):
        return max(map(self.units.index, units))

    def _goes_with_it(self, x):
        """A part, or a number that is used here alone."""
        if x._prev:
            return x in self.parts
        return x not in self.holders and self.uses[x] == 1 and not x.label

    def _go_on(self, node, computed):
        parts = {x: self.parts[x] for x in computed}
        units = frozenset.intersection(*(part.units for part in parts.values()))
        if all(part.sums for part in parts.values()):
            self._leave_earlier_runs(node, parts)
        cover, base, sums, run = next(iter(parts.values()))[1:]
        for part in parts.values():
            if part.base is not base:
                if part.cover & cover:
                    return  # two runs of one unit: their sum is outside
                base, sums = node, sums + part.sums
            cover |= part.cover
        if any(_is_zero(x) for x in node._prev):
            base = node
        if units:
            self.parts[node] = Origin(units, cover, base, sums, run)

    def _leave_earlier_runs(self, node, parts):
        """What came from earlier runs is fed to this one again, as the c of an LSTM."""
        run = max(part.run for part in parts.values())
        for x in [x for x, part in parts.items() if part.run < run]:
            self.again.add((x, node))
            del parts[x]

    # --- inside or not -------------------------------------------------------

    def _is_inside(self, node):
        if node in self.starts or node in self.fed:
            return True
        computed = [x for x in node._prev if x._prev]
        if self.parts[node].sums > 1 or not all(x in self.inside for x in computed):
            return False
        if self.parts[node].base is node:  # parts are put together
            return all(x._prev or _is_zero(x) and not self._is_whole(node)
                       for x in node._prev)
        return self._is_activation(node)

    def _is_whole(self, node):
        """Whether all is in it, so that a 0 is a target and not the start of sum()."""
        part = self.parts[node]
        return not any(self.bit[leaf] & ~part.cover for unit in part.units
                       for leaf in unit.parameters)

    def _is_activation(self, node):
        [*others, x] = node._prev
        if others or self.uses[x] > 1 or self.parts[x].base is not x:
            return False
        return all(getattr(unit.module, 'nonlin', True)
                   for unit in self.parts[node].units)

    def _settle(self, nodes):
        """One unit for each node: a tied one goes with what is made from it."""
        home, wish = {}, {}
        for node in reversed(nodes):
            if node not in self.inside:
                continue
            units = self.parts[node].units
            unit = wish.get(node)
            if unit not in units:
                unit = min(units, key=self.units.index)
            home[node] = unit
            for x in node._prev:
                if x in self.inside and (x, node) not in self.again:
                    wish.setdefault(x, unit)
                elif not x._prev and node not in self.starts:
                    home[x] = unit  # a number that goes with it
        return home


def _is_zero(x):
    """What sum() starts with."""
    return (not x._prev and not x.label and is_number(x.data)
            and not x.data)


def units_before(units, nodes, home):
    """For each unit the units that its values depend on, one bit each."""
    bit = {unit: 1 << i for i, unit in enumerate(units)}
    above, before = {}, dict.fromkeys(units, 0)
    for node in nodes:
        above[node] = 0
        for x in node._prev:
            above[node] |= above[x]
        if node in home:
            unit = home[node]
            before[unit] |= above[node]
            above[node] |= bit[unit]
    return before
