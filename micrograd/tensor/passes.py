"""The passes through a small graph of Tensors as steps: for walk() and the player.

What is told is what the rules give (parts.py), with the steps of Values as the form
(pictures/player/steps.py). Each Tensor has a twin, a node as the player draws it, whose
data is a table. There is no quiz: nobody types a table.
"""
from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np

from micrograd.engine import Value
from micrograd.insight.formulas import ATOM, names, operation_text
from micrograd.languages import say
from micrograd.pictures.boxes import LONGEST_NUMBER, short
from micrograd.pictures.player.steps import Line, Step
from micrograd.tensor.core import Tensor
from micrograd.tensor.parts import one_line, order_of, parts_of
from micrograd.tensor.walk import start

MOST_NUMBERS = 40  # in one Tensor; more do not go into a box


class Table:
    """An array as the box of a picture shows it: a line for each row, '–' for none.

    As a float, for its colour, the number with the largest size.
    """

    def __init__(self, array: np.ndarray):
        self.array = array

    def __str__(self) -> str:
        if self.array.size == 1:
            return short(self.array.item())
        texts = [f'{number + 0:.3g}' for number in self.array.ravel().tolist()]
        if not texts:
            return '–'
        widest = max(map(len, texts))
        rows = [texts[i:i + self.array.shape[-1]]
                for i in range(0, len(texts), self.array.shape[-1])]
        most = (LONGEST_NUMBER + 1) // (widest + 1)  # a longer row goes on below
        return '\n'.join(' '.join(text.rjust(widest) for text in row[i:i + most])
                         for row in rows for i in range(0, len(row), most))

    def __float__(self) -> float:
        numbers = self.array.ravel().tolist()
        return max(numbers, key=abs, default=0.0)


class Passes:
    """The steps of both passes through the graph of root, which stays as it was.

    nodes: the twins of its Tensors, in topological order; name: what each is called.

    Raises:
        RuntimeError: as backward(), and if the graph holds a checkpoint.
        ValueError: if a Tensor in it is too large for a box.
    """

    def __init__(self, root: Tensor):
        tensors = order_of(root)
        self._check_sizes(tensors)
        name = names(tensors)
        self.twin = {}
        for x in tensors:
            twin = self.twin[x] = Value(0.0, [self.twin[y] for y in x._prev])
            twin.data, twin._op, twin.label = Table(x._data), x._op, x.label
        self.nodes = list(self.twin.values())
        self.name = {twin: name[x] for x, twin in self.twin.items()}
        self.shown = {x: name[x] for x in tensors}
        self.paths = Counter(y for x in tensors for y in x._prev if y.requires_grad)
        self.parts = defaultdict(list)
        self.steps = [self._start(tensors), *self._forward(tensors),
                      *self._backward(tensors), self._end(tensors)]

    @staticmethod
    def _check_sizes(tensors):
        largest = max(tensors, key=lambda x: x.size)
        if largest.size > MOST_NUMBERS:
            raise ValueError(
                f'a Tensor of shape {largest.shape} is too large for a player, which '
                f'shows every number, up to {MOST_NUMBERS}: play fewer samples and a '
                f'smaller layer. To see larger ones: explain(x, root) tells what each '
                f'operation passes back, draw_dot(root) shows shapes and means')

    def _start(self, tensors):
        lines = [Line(f'{self.shown[x]} = {one_line(x._data)}', self._shape(x))
                 for x in tensors if not x._prev]
        never = {self.twin[x]: (Table(np.array([])), True)
                 for x in tensors if not x.requires_grad}
        return Step('start', say('The inputs are known, and nothing else yet'),
                    lines=lines, grads=never)

    def _forward(self, tensors) -> Iterator[Step]:
        for x in tensors:
            if x._prev:
                text = f'{self.shown[x]} = {self._how(x)} = {one_line(x._data)}'
                yield Step('forward', say('Forward: {x} is computed').format(
                    x=self.shown[x]), self.twin[x], [Line(text, self._shape(x))],
                    [self.twin[y] for y in dict.fromkeys(x._prev)])

    def _backward(self, tensors) -> Iterator[Step]:
        root = tensors[-1]
        grads = {root: start(root, None)}
        name = self.shown[root]
        yield Step(
            'seed', say('Backward: it starts at {x}').format(x=name), self.twin[root],
            [Line(f'{name}.grad = {one_line(grads[root])}',
                  say('if {x} moves by 1, {x} moves by 1').format(x=name))],
            grads={self.twin[root]: (Table(grads[root]), True)})
        for x in reversed(tensors):
            if x._prev and x in grads:
                yield self._rules(x, grads)

    def _rules(self, x, grads):
        """What the rules of x pass back to its operands."""
        step = Step('backward', say('Backward: the rules of {x} = {how}').format(
            x=self.shown[x], how=self._how(x)), self.twin[x])
        for _, y, gradient, copies in parts_of(x, grads[x]):
            grads[y] = grads[y] + gradient if y in grads else gradient
            self.parts[y].append(gradient)
            self.paths[y] -= 1
            is_final = not self.paths[y]
            step.lines.append(Line(
                f'{self.shown[y]}.grad += {one_line(gradient)}',
                say('; ').join(filter(None, [
                    self._copies(copies), self._sum_so_far(y, grads[y], is_final)]))))
            step.grads[self.twin[y]] = Table(grads[y]), is_final
        return step

    @staticmethod
    def _copies(copies):
        return '' if copies < 2 else say(
            'the gradients of its {count} copies are added up').format(count=copies)

    def _sum_so_far(self, y, total, is_final):
        if not is_final:
            return say('so far {total}, more to come').format(total=one_line(total))
        count = len(self.parts[y])
        return '' if count == 1 else say('sum of all {count} paths: {how}').format(
            count=count, how=one_line(total))

    def _end(self, tensors):
        reached = [x for x in tensors if not x._prev and self.parts[x]]
        others = [x for x in tensors if not x.requires_grad]
        note = say('these require no gradient: {nodes}').format(
            nodes=say(', ').join(self.shown[x] for x in others))
        lines = [Line(f'{self.shown[x]}.grad = '
                      f'{one_line(sum(self.parts[x][1:], self.parts[x][0]))}',
                      self._shape(x)) for x in reached]
        if others:
            lines.append(Line(note))
        return Step('end', say('The gradients of {x} are complete').format(
            x=self.shown[tensors[-1]]), lines=lines)

    def _how(self, x):
        return operation_text(x, lambda y: (self.shown[y], ATOM))

    @staticmethod
    def _shape(x):
        """Its shape, and those that it was made from if they are others."""
        shapes = [y.shape for y in x._prev if y.shape != x.shape]
        if not shapes:
            return say('shape {shape}').format(shape=x.shape) if x.ndim else ''
        return say('shape {shape}, from {shapes}').format(
            shape=x.shape, shapes=say(', ').join(str(y.shape) for y in x._prev))
