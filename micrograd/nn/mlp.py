"""Networks of Values: Module, Neuron, Layer, MLP.

A network is its parameters and a way to combine them with the inputs.
Training and losses stand in training/.
"""
from __future__ import annotations

import gc
import json
import math
import pathlib
import random
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from micrograd.common.arguments import check_counts
from micrograd.common.files import write_whole
from micrograd.elementary import Number, is_number, like, plain
from micrograd.engine import Value
from micrograd.functions import wrap
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


class Running(Value):
    """A number that a module follows: saved with it, and not trained."""
    __slots__ = ()


class Module:
    """Something with parameters: leaf Values in its attributes, or in
    lists, tuples, dicts and other Modules there."""

    training = True  # whether Dropout and BatchNorm act as in training

    def parameters(self) -> list[Value]:
        """All parameters, in the order of the attributes, each once."""
        return list(leaves(vars(self), self._is_parameter))

    @staticmethod
    def _is_parameter(part) -> bool:
        return (isinstance(part, Value) and not part._prev
                and not isinstance(part, Running))

    @staticmethod
    def _is_state(part) -> bool:
        return isinstance(part, Value) and not part._prev

    def train(self, training: bool = True) -> Module:
        """Set `training` here and in all modules inside; returns self."""
        for module in self._modules():
            module.training = training
        return self

    def eval(self) -> Module:
        """Leave training: see Dropout and BatchNorm; returns self."""
        return self.train(False)

    def _modules(self):
        """This one and all inside, each once."""
        modules = [self]
        for module in modules:  # which grows on the way
            inside = leaves(vars(module), lambda part: isinstance(part, Module))
            modules += [m for m in inside if m not in modules]
        return modules

    def check_known(self, number: Number) -> None:
        """A TypeError for one that a program does not know while it is compiled."""
        if hasattr(number, 'tape'):
            raise TypeError(f'{self} in training needs each number when it is '
                            f'called; call eval() before compiling')

    def zero_grad(self) -> None:
        """Set all gradients to 0."""
        for p in self.parameters():
            p.grad = like(0, p.data)

    def save(self, path: str | pathlib.Path) -> None:
        """Write the parameters to a JSON file, every float exact.

        The file is written whole or not at all. A parameter that is not
        a finite float is a ValueError.
        """
        own = by_name(self, self._is_state)
        state = {name: plain(p.data) for name, p in own.items()}
        for name, data in state.items():
            _check_finite(name, data)
        write_whole(path, json.dumps(state, indent=1) + '\n')

    def load(self, path: str | pathlib.Path) -> None:
        """Read the parameters from a file that save() has written.

        A file that does not fit is a ValueError that names the first
        mismatch; the parameters then stay as they were.
        """
        content = pathlib.Path(path).read_bytes()
        try:
            found = json.loads(content)
        except (ValueError, RecursionError) as error:
            raise ValueError(f'{path} is no JSON file: {error}') from None
        own = by_name(self, self._is_state)
        if not isinstance(found, dict):
            raise ValueError(f'{path} holds no saved parameters')
        for name in [*own, *found]:
            if name not in found:
                raise ValueError(f'{path} has no parameter {name}')
            if name not in own:
                raise ValueError(f'the model has no parameter {name}, '
                                 f'but {path} has')
            _check_finite(name, found[name])
        for name, p in own.items():
            p.data = float(found[name])


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


def living_modules() -> list[Module]:
    """All Modules that there are, as the garbage collector knows them."""
    # type(x) and not isinstance: a proxy may run code when asked for its class.
    return [x for x in gc.get_objects() if issubclass(type(x), Module)]


def leaves(thing: Any, is_leaf: Callable) -> dict[Value, str]:
    """The leaves in thing, each with its name, such as layers.0.w.1.

    Each is there once, by the first of its names: weights may be tied, and
    a module may know its parent. is_leaf: whether something is one.
    """
    names = {}
    seen = {id(thing): thing}  # kept, so that no other thing gets its id
    stack = [('', iter(_parts(thing)))]
    while stack:
        prefix, parts = stack[-1]
        for key, part in parts:
            if is_leaf(part):
                names.setdefault(part, f'{prefix}{key}')
            elif isinstance(part, (Module, dict, list, tuple)) \
                    and id(part) not in seen:
                seen[id(part)] = part
                stack.append((f'{prefix}{key}.', iter(_parts(part))))
                break
        else:
            stack.pop()
    return names


def _parts(thing):
    """What a module or a container holds, each part with its key."""
    if isinstance(thing, Module):
        own_way = type(thing).parameters is not Module.parameters
        thing = list(thing.parameters()) if own_way else vars(thing)
    return thing.items() if isinstance(thing, dict) else enumerate(thing)


def by_name(thing: Any, is_leaf: Callable) -> dict[str, Value]:
    """The leaves in thing by name; a ValueError if two share one."""
    found = {}
    for leaf, name in leaves(thing, is_leaf).items():
        if name in found:
            raise ValueError(f'two parameters have the name {name}')
        found[name] = leaf
    return found


def _check_finite(name, data):
    if type(data) not in (float, int) or not abs(data) <= sys.float_info.max:
        raise ValueError(f'parameter {name} is {data!r}, not a finite float')
