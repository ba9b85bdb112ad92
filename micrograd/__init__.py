"""Automatic differentiation to read aloud: Value, MLP, and their pictures.

Importing the package loads the engine and the network, which need the standard
library alone. What stands on other packages is loaded when its name is first
used: `micrograd.draw_dot`, `from micrograd import trace`.
"""
import importlib
from typing import Any

from micrograd.engine import Value, relaxed_gc
from micrograd.namesake import warn_of_namesakes
from micrograd.nn import MLP, Layer, Module, Neuron

__version__ = '0.2.0'

__all__ = ['MLP', 'Layer', 'Module', 'Neuron', 'Value', 'relaxed_gc']

_LOADED_WHEN_USED = {
    'Tensor': 'micrograd.tensor',
    'draw_dot': 'micrograd.draw',
    'trace': 'micrograd.draw',
}


def __getattr__(name: str) -> Any:
    if name not in _LOADED_WHEN_USED:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return getattr(importlib.import_module(_LOADED_WHEN_USED[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_LOADED_WHEN_USED])


warn_of_namesakes()
