"""One name for both engines: a tool of Values hands Tensors to its counterpart.

    @for_tensors('losses.mse')
    def mse(predictions, targets): ...    # of Values; that of Tensors is elsewhere

What a counterpart is made of needs numpy, so it is loaded when the first Tensor comes.
"""
from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec('P')
R = TypeVar('R')


def is_tensor(x: Any) -> bool:
    """Whether x is a Tensor, whose class says how it is drawn."""
    return hasattr(type(x), 'picture_rows')


def for_tensors(place: str, arrays: bool = False
                ) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function hand over what it is given, if a Tensor is among it, or a list
    that begins with one.

    place: the function for Tensors, below micrograd.tensor. arrays: whether arrays, of
    at least one axis, are handed over too.
    """
    module, _, name = f'micrograd.tensor.{place}'.rpartition('.')

    def decorate(function):
        @functools.wraps(function)
        def of_either(*args, **kwargs):
            given = (*args, *kwargs.values())
            if any(map(_holds_tensors, given)) or arrays and any(map(_is_array, given)):
                counterpart = getattr(importlib.import_module(module), name)
                return counterpart(*args, **kwargs)
            return function(*args, **kwargs)
        return of_either
    return decorate


def _is_array(x):
    return hasattr(type(x), 'dtype') and x.ndim > 0


def _holds_tensors(x):
    if isinstance(x, (list, tuple)):
        return bool(x) and is_tensor(x[0])
    return is_tensor(x)
