"""Networks of Values: Neuron, Layer, MLP.

A network is its parameters and a way to combine them with the inputs.
Parameters are found, saved and loaded by Module (module.py); training
and losses stand in training/.
"""
from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from micrograd.common.arguments import check_counts
from micrograd.elementary import is_number
from micrograd.engine import Value
from micrograd.functions import wrap
from micrograd.nn.module import Module
from micrograd.sums import dot

ACTIVATIONS = {
    'relu': ('ReLU', Value.relu),
    'leaky_relu': ('LeakyReLU', Value.leaky_relu),
    'tanh': ('Tanh', Value.tanh),
    'sigmoid': ('Sigmoid', Value.sigmoid),
    'softplus': ('Softplus', Value.softplus),
}

# How far from 0 a weight may start in a layer of nin inputs, nout outputs.
INITS = {
    'uniform': lambda nin, nout: 1.0,
    # Glorot and Bengio 2010: equal variances in both directions, for tanh
    'xavier': lambda nin, nout: math.sqrt(6 / (nin + nout)),
    # He et al. 2015: makes up for the half that ReLU cuts off
    'he': lambda nin, nout: math.sqrt(6 / nin),
}


class Neuron(Module):
    """activation(w · x + b), or w · x + b if nonlin is false.

    nin: number of inputs. activation: a name in ACTIVATIONS or a function
    of a Value. init: a name in INITS, or the bound itself: weights start
    uniform between -bound and bound, the bias at 0. fused: w · x + b is
    one node instead of 2 nin, with the same bits.
    """

    def __init__(self, nin: int, nonlin: bool = True,
                 activation: str | Callable = 'relu', init: str | float = 'uniform',
                 fused: bool = False):
        bound = weight_bound(init, nin, 1)
        self.w = [Value(random.uniform(-bound, bound), label=f'w{i}')
                  for i in range(nin)]
        self.b = Value(0.0, label='b')
        self.nonlin = nonlin
        self.activation = activation
        self.fused = fused

    @property
    def activation(self) -> str | Callable:
        """What was given; looked up when it is set, not at each call."""
        return self._given

    @activation.setter
    def activation(self, activation: str | Callable):
        self._title, self._function = _activation(activation)
        self._given = activation

    def __call__(self, x: Iterable[Value | float]) -> Value:
        """One output from nin inputs; another number is a ValueError."""
        x = list(x)
        if len(x) != len(self.w):
            raise ValueError(f'{self} takes {len(self.w)} inputs, got {len(x)}')
        if self.fused:
            act = dot(self.w, x, self.b)
        else:
            act = self.b
            for wi, xi in zip(self.w, x):
                act = act + wi * xi
        return self._function(act) if self.nonlin else act

    def __repr__(self) -> str:
        name = self._title if self.nonlin else 'Linear'
        return f'{name}Neuron({len(self.w)})'


class Layer(Module):
    """nout neurons that see the same nin inputs; kwargs as for Neuron."""

    def __init__(self, nin: int, nout: int, **kwargs: Any):
        check_counts(nout=nout)
        kwargs['init'] = weight_bound(kwargs.get('init', 'uniform'), nin, nout)
        self.neurons = [Neuron(nin, **kwargs) for _ in range(nout)]

    def __call__(self, x: Iterable[Value | float]) -> Value | list[Value]:
        """nout outputs as a list; a single one comes unwrapped."""
        # wrapped once, so that an input is one leaf for all neurons
        x = [wrap(xi, self.neurons[0].b) for xi in x]
        out = [neuron(x) for neuron in self.neurons]
        return out[0] if len(out) == 1 else out

    def __repr__(self) -> str:
        return f"Layer of [{', '.join(map(repr, self.neurons))}]"


class MLP(Module):
    """A multi-layer perceptron: layers in a row, the last one linear.

    nin: number of inputs. nouts: the number of neurons of each layer.
    activation: that of the hidden layers. activation, init, fused: see Neuron.
    """

    def __init__(self, nin: int, nouts: Sequence[int],
                 activation: str | Callable = 'relu', init: str | float = 'uniform',
                 fused: bool = False):
        if not isinstance(nouts, Iterable):
            raise TypeError(f'nouts lists the sizes of the layers, such as '
                            f'[16, 16, 1], got {nouts!r}')
        sizes = [nin, *nouts]
        if len(sizes) == 1:
            raise ValueError('an MLP needs at least one layer, got nouts=[]')
        last = len(sizes) - 2
        self.layers = [
            Layer(n, m, nonlin=i != last, activation=activation, init=init,
                  fused=fused)
            for i, (n, m) in enumerate(zip(sizes, sizes[1:]))]

    def __call__(self, x: Iterable[Value | float]) -> Value | list[Value]:
        """The last layer's outputs as a list; a single one unwrapped.

        Each call builds a graph, which backward() frees. Whoever wants
        numbers alone calls out.release() when out.data is read, or
        compile_function(lambda a, b: model([a, b]), model.parameters()),
        whose program builds none.
        """
        for layer in self.layers:
            x = layer([x] if isinstance(x, Value) else x)
        return x

    def __repr__(self) -> str:
        return f"MLP of [{', '.join(map(repr, self.layers))}]"


def _activation(activation):
    """The activation's name for repr, and its function."""
    if isinstance(activation, str) and activation in ACTIVATIONS:
        return ACTIVATIONS[activation]
    if callable(activation):
        return getattr(activation, '__name__', 'Nonlinear').capitalize(), activation
    return _look_up('activation', activation, ACTIVATIONS)


def weight_bound(init: str | float, nin: int, nout: int) -> float:
    """The largest absolute value that a weight may start with."""
    check_counts(nin=nin)
    if not is_number(init):
        return _look_up('init', init, INITS)(nin, nout)
    if not 0 <= init < math.inf:
        raise ValueError(f'init is a finite bound from 0 or a name, got {init}')
    return init


def _look_up(what, name, table):
    if name not in list(table):  # a list looks without hashing the name
        raise ValueError(f'{what} {name!r} is none of {", ".join(table)}')
    return table[name]
