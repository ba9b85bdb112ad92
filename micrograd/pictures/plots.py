"""Plots for the back row: each function returns a figure of matplotlib.

None shows it and none saves it, so that a lesson, a notebook and a test can use all
of them: `figure.savefig('loss.svg')`. No backend is chosen or touched, and no display
is needed; a notebook shows the figure that a cell ends with.

Left out: pictures of graphs (draw.py), plots that move.
"""
from __future__ import annotations

import io
import math
import os
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure as _Figure
from matplotlib.ticker import MaxNLocator

from micrograd.common.engines import is_tensor
from micrograd.common.files import write_whole
from micrograd.derivatives.higher import derivative
from micrograd.engine import Value
from micrograd.graph import let_go, nodes_of
from micrograd.languages import say
from micrograd.nn.module import Module, leaves
from micrograd.pictures.fonts import legible
from micrograd.training.optim import Optimizer

__all__ = ['activation_histograms', 'decision_boundary', 'gradient_histograms',
           'loss_curve', 'optimizer_paths', 'tangent']

# The palette of Okabe and Ito, which the colour-blind can tell apart.
BLUE, VERMILION, GREEN, PURPLE = '#0072B2', '#D55E00', '#009E73', '#CC79A7'
SKY, ORANGE, YELLOW = '#56B4E9', '#E69F00', '#F0E442'
COLORS = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, YELLOW)
MARKERS = 'os^DvP*'

WIDTH, HEIGHT, FONT, LINE = 10, 6.5, 18, 3  # inches, inches, points, points
LOG_FROM = 30  # times from the least loss to the largest: then log scale shows more
GRID, MARGIN = 60, 0.15  # points along the longer side; of the data's width around it
BINS = 30
MANY = 200  # losses: more are noise without a mean


class Figure(_Figure):
    """A figure that a notebook shows without pyplot, with any signs in its labels."""

    def draw(self, renderer: Any) -> None:
        with legible(self):
            super().draw(renderer)

    def _repr_png_(self) -> bytes:
        return self._picture(format='png')

    def savefig(self, fname: Any, **kwargs: Any) -> None:
        """As matplotlib's, but a file is written whole or not at all."""
        if not isinstance(fname, (str, os.PathLike)):  # it is open already
            return super().savefig(fname, **kwargs)
        path = Path(fname)
        format = kwargs.pop('format', None) or path.suffix[1:] or 'png'
        write_whole(path if path.suffix else f'{path}.{format}',
                    self._picture(format=format, **kwargs))

    def _picture(self, **kwargs):
        file = io.BytesIO()
        super().savefig(file, **kwargs)
        return file.getvalue()


def loss_curve(history: Mapping[str, Any] | Sequence[float], unit: str = 'epoch'
               ) -> Figure:
    """The loss over the epochs, on a log scale where it falls far.

    history: what fit returns, whose 'loss' and 'validation' are drawn, or one list of
    losses, or a dict of lists, each with its name. unit: 'epoch' or 'step', what each
    loss belongs to. Of more than 200 losses the mean over a twentieth of them is
    drawn, at its end, and they themselves pale behind it.

    ValueError: there is no loss, or unit is another.
    """
    units = {'epoch': say('epoch'), 'step': say('step')}
    if unit not in units:
        raise ValueError(f"loss_curve: unit is 'epoch' or 'step', got {unit!r}")
    curves = history if isinstance(history, Mapping) else {'loss': history}
    if 'loss' in curves:  # from fit, which keeps other things as well
        told = {'loss': say('loss'), 'validation': say('validation')}
        curves = {told[name]: curves[name] for name in told if name in curves}
    curves = {name: list(map(_plain, losses)) for name, losses in curves.items()}
    losses = [loss for losses in curves.values() for loss in losses]
    if not losses:
        raise ValueError('loss_curve: there is no loss in the history yet')
    figure, axes = _figure(units[unit], say('loss'))
    for i, (name, losses_) in enumerate(curves.items()):
        places = range(1, len(losses_) + 1)
        if len(losses_) > MANY:
            axes.plot(places, losses_, color=_color(i), alpha=0.3)
            width = len(losses_) // 20
            losses_ = np.convolve(losses_, np.full(width, 1 / width), 'valid')
            places = places[width - 1:]
        axes.plot(places, losses_, color=_color(i), linewidth=LINE,
                  linestyle=('-', '--', '-.', ':')[i % 4], label=name,
                  marker='o' if len(losses_) == 1 else None)
    finite = [loss for loss in losses if math.isfinite(loss)]
    if finite and min(finite) > 0 and max(finite) > LOG_FROM * min(finite):
        axes.set_yscale('log')
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if len(curves) > 1:
        axes.legend(fontsize=FONT)
    return figure


def decision_boundary(model: Callable, data: Iterable[tuple[Sequence[float], Any]],
                      border: float = 0.0, margin: float | None = None) -> Figure:
    """Where a model of two inputs changes its mind, and the data.

    model: a network, or the faster compile_function(lambda x, y: model([x, y]), ...).
    A Module is asked as after eval(), and one of Tensors for all points at once; any
    other function point by point. One output is a score: above border it speaks for
    the second of two classes; of several outputs the largest wins. data: (inputs,
    target) pairs; the targets are named in order, those of several outputs are 0, 1,
    and so on. margin: dashed lines this far above and below the border.

    ValueError: there are no data, or their inputs are not two numbers.
    """
    data = [(tuple(map(_plain, inputs)), _plain(target)) for inputs, target in data]
    if not data or any(len(inputs) != 2 for inputs, _ in data):
        raise ValueError('decision_boundary takes data with two inputs each, '
                         f'got {data[:1]}')
    xs, ys = _grid([inputs for inputs, _ in data])
    scores = _scores(model, xs, ys)
    classes = sorted({target for _, target in data})
    figure, axes = _figure('x1', 'x2')
    if isinstance(scores[0][0], list):
        classes = sorted({*classes, *range(len(scores[0][0]))})
        _draw_regions(axes, xs, ys, scores)
    else:
        _draw_border(axes, xs, ys, scores, border, margin)
    for i, target in enumerate(classes):
        points = [inputs for inputs, own in data if own == target]
        axes.plot(*zip(*points) if points else ([], []), MARKERS[i % len(MARKERS)],
                  color=_color(i), markersize=9, markeredgecolor='white',
                  label=f'{target:g}' if isinstance(target, float) else target)
    axes.set_aspect('equal')
    axes.legend(title=say('target'), fontsize=FONT, title_fontsize=FONT,
                loc='upper left', bbox_to_anchor=(1.01, 1))
    return figure


def gradient_histograms(model: Module) -> Figure:
    """The gradients of the parameters as they are now, layer by layer.

    ValueError: all are 0: a backward pass has to come first.
    """
    if not isinstance(model, Module):
        raise TypeError(f'gradient_histograms takes a Module, such as an MLP, got '
                        f'{model!r}')
    layers = leaves(model, lambda part: isinstance(part, Module)) or {model: 'model'}
    layers = [layer for layer in layers if layer.parameters()]
    names = {_layer(i): _flat([p.grad for p in layer.parameters()])
             for i, layer in enumerate(layers, 1)}
    if not any(grad for grads in names.values() for grad in grads):
        raise ValueError('gradient_histograms: every gradient is 0; call backward() '
                         'on a loss first')
    return _histograms(names, say('gradient'),
                       say('{layer}: {count} parameters, {spread}'))


def activation_histograms(model: Module, inputs: Iterable[Sequence[float]]) -> Figure:
    """What the units of each layer give for the inputs, layer by layer.

    model: an MLP, or another Module with `layers` that are called in a row.
    ValueError: there are no inputs.
    """
    if not hasattr(model, 'layers'):
        raise TypeError(f'activation_histograms takes a Module with layers, such as an '
                        f'MLP, got {model!r}')
    rows = [list(row) for row in inputs]
    if not rows:
        raise ValueError('activation_histograms: there are no inputs')
    names = {}
    for i, layer in enumerate(model.layers, 1):
        rows = _outputs(layer, rows, getattr(model, 'takes_batches', False))
        rows = [row if isinstance(row, list) else [row] for row in rows]
        names[_layer(i)] = _flat(rows)
    return _histograms(names, say('activation'),
                       say('{layer}: {count} units × inputs, {spread}'))


def tangent(f: Callable[[Value], Value], x: float, reach: float = 2.0) -> Figure:
    """f, a function of one Value, and its tangent at x, from x - reach to x + reach.

    Where f is not defined there is a gap; at x it has to be.
    """
    y, slope = _plain([derivative(f, x, 0), derivative(f, x)])
    xs = [x + reach * i / 100 for i in range(-100, 101)]
    figure, axes = _figure('x', 'f(x)')
    heights = _heights(f, [(at,) for at in xs])
    axes.plot(xs, heights, color=BLUE, linewidth=LINE, label='f')
    axes.plot([x - reach, x + reach], [y - slope * reach, y + slope * reach],
              color=VERMILION, linewidth=LINE, linestyle='--',
              label=say('tangent, slope {slope:.4g}').format(slope=slope))
    axes.plot([x], [y], 'o', color='black', markersize=12,
              label=f'x = {x:.4g}, f(x) = {y:.4g}')
    axes.legend(fontsize=FONT)
    return figure


def optimizer_paths(f: Callable[[Value, Value], Value], start: tuple[float, float],
                    optimizers: Mapping[str, Callable[[list[Value]], Optimizer]],
                    steps: int = 50) -> Figure:
    """The ways that optimisers take from start down f, on its contour lines.

    f: a function of two Values. optimizers: by name, a function that makes one from
    its parameters, such as {'SGD': lambda ps: SGD(ps, lr=0.1)}.

    ValueError: a way leaves all numbers, so its lr is too large.
    """
    if not isinstance(optimizers, Mapping):
        raise TypeError(f'optimizer_paths takes optimizers by name, such as '
                        f"{{'SGD': lambda ps: SGD(ps, lr=0.1)}}, got {optimizers!r}")
    paths = {name: _path(name, f, start, make, steps)
             for name, make in optimizers.items()}
    xs, ys = _grid([point for path in paths.values() for point in path] or [start])
    heights = [_heights(f, [(x, y) for x in xs]) for y in ys]
    figure, axes = _figure('x', 'y')
    least = min(filter(math.isfinite, (h for row in heights for h in row)), default=0)
    lifted = [[height - least for height in row] for row in heights]
    _draw_contour(axes, xs, ys, lifted)
    for i, (name, path) in enumerate(paths.items()):
        axes.plot(*zip(*path), color=_color(i), linewidth=LINE, label=name,
                  marker=MARKERS[i % len(MARKERS)], markersize=7)
    axes.plot(*start, 'o', color='black', markersize=14,
              label=say('start'))
    axes.set(xlim=(xs[0], xs[-1]), ylim=(ys[0], ys[-1]))
    axes.legend(fontsize=FONT, loc='upper left', bbox_to_anchor=(1.01, 1))
    return figure


# --- parts -------------------------------------------------------------------

def _figure(xlabel, ylabel):
    """An empty figure with one pair of axes, in sizes for the back row."""
    figure = Figure(figsize=(WIDTH, HEIGHT), layout='constrained')
    return figure, _labelled(figure.add_subplot(), xlabel, ylabel)


def _labelled(axes, xlabel, ylabel):
    axes.set_xlabel(xlabel, fontsize=FONT)
    axes.set_ylabel(ylabel, fontsize=FONT)
    axes.tick_params(which='both', labelsize=FONT)
    return axes


def _layer(i):
    return say('layer {i}').format(i=i)


def _histograms(layers, xlabel, title):
    """One histogram below the other, with the same scale, to be compared."""
    rows = len(layers)
    figure = Figure(figsize=(WIDTH, max(HEIGHT, 2.2 * rows + 1)), layout='constrained')
    finite = {name: list(filter(math.isfinite, numbers))
              for name, numbers in layers.items()}
    bins = _bins([number for numbers in finite.values() for number in numbers] or [0.0])
    for i, (name, numbers) in enumerate(layers.items()):
        axes = _labelled(figure.add_subplot(rows, 1, i + 1), '', '')
        axes.hist(finite[name], bins, color=_color(i), edgecolor='white')
        axes.set_title(title.format(layer=name, count=len(numbers),
                                    spread=_spread(numbers)),
                       fontsize=FONT, loc='left')
        axes.yaxis.set_major_locator(MaxNLocator(3, integer=True))
        axes.tick_params(labelbottom=i == rows - 1)
    axes.set_xlabel(xlabel, fontsize=FONT)
    figure.supylabel(say('count'), fontsize=FONT)
    return figure


def _bins(numbers):
    low, high = min(numbers), max(numbers)
    if low == high:
        low, high = low - 0.5, high + 0.5
    return [*(low + (high - low) * i / BINS for i in range(BINS)), high]


def _spread(numbers):
    bad = sum(not math.isfinite(number) for number in numbers)
    if bad:
        return say('{bad} are nan or inf').format(bad=bad)
    zeros = sum(number == 0 for number in numbers) / len(numbers)
    text = say('std {std:.2g}, {zeros:.0%} are 0') if zeros else say('std {std:.2g}')
    return text.format(std=statistics.pstdev(numbers), zeros=zeros)


def _scores(model, xs, ys):
    """What the model gives on a grid: a row for each y, plain numbers."""
    points = [[x, y] for y in ys for x in xs]
    flat = _at_points(model, points)
    return [flat[i:i + len(xs)] for i in range(0, len(flat), len(xs))]


def _at_points(model, points):
    """What the model gives at each point; one output is a number."""
    from micrograd.compiler.backends.numpy import NumpyFunction
    from micrograd.compiler.compiled import CompiledFunction
    if isinstance(model, NumpyFunction):  # all points at once, by columns
        return np.moveaxis(np.asarray(model(*zip(*points))), -1, 0).tolist()
    if isinstance(model, CompiledFunction):
        return [model(x, y) for x, y in points]
    if not isinstance(model, Module):
        return _outputs(model, points)
    with model.evaluating():
        found = _outputs(model, points, model.takes_batches)
    is_one = model.takes_batches and len(found[0]) == 1
    return [x for x, in found] if is_one else found


def _outputs(model, rows, takes_batches=False):
    """What the model gives for each row, as plain numbers."""
    if takes_batches:
        return _plain(model(np.array(rows)))
    return [*map(_evaluated(model), rows)]


def _draw_border(axes, xs, ys, scores, border, margin):
    axes.contourf(xs, ys, scores, [-math.inf, border, math.inf], colors=[SKY, ORANGE],
                  alpha=0.4)
    axes.contour(xs, ys, scores, [border], colors='black', linewidths=LINE)
    if margin:
        axes.contour(xs, ys, scores, [border - margin, border + margin],
                     colors='black', linestyles='dashed', linewidths=LINE / 2)


def _draw_regions(axes, xs, ys, scores):
    """A region for each output, where it is the largest."""
    for i in range(len(scores[0][0])):
        lead = [[row[i] - max(row[:i] + row[i + 1:]) for row in line]
                for line in scores]
        axes.contourf(xs, ys, lead, [0, math.inf], colors=[_color(i)], alpha=0.3)
        axes.contour(xs, ys, lead, [0], colors='black', linewidths=LINE / 2)


def _draw_contour(axes, xs, ys, heights):
    """Lines at heights that grow by the same factor: they show flat valleys too."""
    heights = [[height if math.isfinite(height) else math.nan for height in row]
               for row in heights]
    most = max(height for row in heights for height in row if height == height)
    levels = [most * 10 ** (i / 3) for i in range(-15, 1)]
    if most:
        axes.contour(xs, ys, heights, levels, colors='#999999', linewidths=1.5)


def _path(name, f, start, make, steps):
    parameters = [Value(float(number)) for number in start]
    optimizer = make(parameters)
    path = [tuple(p.data for p in parameters)]
    for _ in range(steps):
        optimizer.zero_grad()
        f(*parameters).backward()
        optimizer.step()
        path.append(tuple(p.data for p in parameters))
        if not all(map(math.isfinite, path[-1])):
            raise ValueError(f'optimizer_paths: {name} leaves all numbers in step '
                             f'{len(path) - 1}: a smaller lr may keep it')
    return path


def _grid(points):
    """Coordinates in x and in y of a grid around points, with the same steps."""
    ranges = [(min(column), max(column)) for column in zip(*points)]
    width = max(high - low for low, high in ranges) or 1.0
    around = MARGIN * width
    step = (width + 2 * around) / GRID
    return [[low - around + step * i
             for i in range(math.ceil((high - low + 2 * around) / step) + 1)]
            for low, high in ranges]


def _heights(f, points):
    """f at the points as numbers, nan where f is not defined: a gap in the plot."""
    f = _evaluated(f)
    heights = []
    for xs in points:
        try:
            heights.append(f(*map(Value, xs)))
        except (ValueError, ZeroDivisionError):
            heights.append(math.nan)
    return heights


def _evaluated(f):
    """f with plain numbers for Values, in constant memory.

    Each call frees the graph of the call before. What both share is from outside.
    """
    before = set()

    def numbers(*args):
        nonlocal before
        result = f(*args)
        nodes = nodes_of(_values(result))
        let_go(before - nodes)
        before = nodes
        return _plain(result)
    return numbers


def _values(x):
    if isinstance(x, (list, tuple)):
        return [value for part in x for value in _values(part)]
    return [x] if isinstance(x, Value) else []


def _plain(x):
    """x with numbers in place of the Values in it, lists in place of Tensors."""
    if isinstance(x, Value):
        return float(x.data)
    if is_tensor(x):
        return x.numpy().tolist()
    return [_plain(part) for part in x] if isinstance(x, (list, tuple)) else x


def _flat(x):
    """All numbers in lists, or in arrays there; none for a gradient that is missing."""
    if isinstance(x, list):
        return [number for part in x for number in _flat(part)]
    if x is None:
        return []
    return x.ravel().tolist() if hasattr(x, 'ravel') else [x]


def _color(i):
    return COLORS[i % len(COLORS)]
