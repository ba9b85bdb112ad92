"""Reading the files of networks that were written before format 2.

In those a Linear kept its w as (nin, nout), and a BatchNorm had other names for its
arrays. The layers themselves say so (nn.py): old_names, for each array that was
renamed, and was_transposed.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from micrograd.tensor.core import Tensor

__all__ = ['in_new_form', 'with_version']

VERSION = 'format version'  # in a file; no attribute has such a name


def with_version(state: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The arrays that save() writes to a file."""
    return {VERSION: np.array(2), **state}


def in_new_form(state: Mapping[str, np.ndarray], own: Mapping[str, Tensor],
                modules: Iterable[Any]) -> dict[str, np.ndarray]:
    """The arrays of a file under today's names and in today's shapes.

    own: the Tensors of the network by name. modules: all of its modules. A w that
    fits both ways, since it is square, is an old one if the file has no version.

    Raises:
        ValueError: if the file has a version other than 2.
    """
    state = dict(state)
    is_old = VERSION not in state
    version = state.pop(VERSION, 2)
    if not np.array_equal(version, 2):
        raise ValueError(f'the file has the format {version}, which is not known here')
    names = {x: name for name, x in own.items()}
    for module in modules:
        for new, old in module.old_names.items():
            _rename(state, names[getattr(module, new)], new, old)
        if module.was_transposed:
            _transpose(state, names[module.w], module.w.shape, is_old)
    return state


def _rename(state, name, new, old):
    old_name = name.removesuffix(new) + old
    if old_name in state and name not in state:
        state[name] = state.pop(old_name)


def _transpose(state, name, shape, is_old):
    array = state.get(name, np.array(0.0))
    fits_as_it_is = array.shape == shape and not is_old
    if array.T.shape == shape and not fits_as_it_is:
        state[name] = array.T
