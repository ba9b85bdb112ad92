"""The Modules around the leaves of a graph.

A parameter does not know its Module, so that a network costs nothing extra to those
who draw no pictures. But a Module knows its parameters, and the garbage collector
knows the Modules: those that are alive are asked which leaves they hold.

Not here: what is computed from the parameters (flow.py).
"""
from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from micrograd.nn.module import Module, leaves, living_modules


class Place(NamedTuple):
    """That a Module holds a leaf: the leaf's name there, and its position."""
    name: str
    module: Module
    position: int


class Unit:
    """The innermost Module around some leaves, such as a Neuron.

    parameters: the leaves, each with its name in the Module. name: that of the unit
    in the outermost Module around it, top, such as layers.0.neurons.1; parent: that
    of the next Module outwards, layers.0; container: that of the list or other thing
    that the unit stands in, layers.0.neurons. A unit that stands in no other Module
    has an empty name.
    """

    def __init__(self, module: Module):
        self.module = module
        self.parameters = {}
        self.name = self.parent = self.container = ''
        self.top, self.position = module, 0

    @property
    def title(self) -> str:
        return self.name or type(self.module).__name__

    def find_place(self, places: dict) -> None:
        """Take name, parent and container from the places of the parameters."""
        votes = Counter()
        modules = {}
        for leaf, own in self._telling(places).items():
            for name, module, position in places[leaf]:
                if name.endswith(f'.{own}') and module is not self.module:
                    prefix = name[:-len(own) - 1]
                    votes[prefix] += 1
                    modules.setdefault(prefix, (module, position))
        if not votes:
            self.position = min(place.position for leaf in self.parameters
                                for place in places[leaf])
            return
        most = max(votes.values())
        prefixes = sorted((prefix for prefix in votes if votes[prefix] == most),
                          key=lambda prefix: (len(prefix), prefix))
        self.name = prefixes[-1]
        self.top, self.position = modules[self.name]
        self.parent = self.name[:-len(prefixes[0])].rstrip('.')
        self.container = self.name.rpartition('.')[0]

    def _telling(self, places):
        """The parameters that are not tied, or all if all are: the outer name of a
        tied one may lead through another unit."""
        alone = {leaf: own for leaf, own in self.parameters.items()
                 if len(_innermost(places[leaf])) == 1}
        return alone or self.parameters


def find_units(graph_leaves: Iterable) -> list[Unit]:
    """The innermost Modules that hold some of the leaves, in the model's order."""
    wanted = {id(leaf) for leaf in graph_leaves}
    places = defaultdict(list)
    for module in living_modules():
        try:
            held = leaves(module, lambda part: id(part) in wanted)
        except AttributeError:  # its __init__ failed: it is no part of any graph
            continue
        for position, (leaf, name) in enumerate(held.items()):
            places[leaf].append(Place(name, module, position))
    units = {}
    inner = [(place, leaf) for leaf in graph_leaves
             for place in _innermost(places[leaf])]
    for place, leaf in sorted(inner, key=lambda found: found[0].position):
        unit = units.setdefault(id(place.module), Unit(place.module))
        unit.parameters[leaf] = place.name
    for unit in units.values():
        unit.find_place(places)
    return sorted(units.values(), key=lambda unit: unit.position)


def _innermost(places):
    """Those whose name for the leaf does not go through the Module of another."""
    return [place for place in places
            if not any(place.name.endswith(f'.{other.name}') for other in places)]
