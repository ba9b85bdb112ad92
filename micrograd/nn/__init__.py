"""Networks of Values: what the lecture builds on top of the engine, and beyond it.

To read, on the projector: mlp.py, Neuron, Layer, MLP, and their first weights; and
module.py, the parameters of all. Then, each made of sums of products (sums.py) and of
one another: linear.py, embedding.py, norm.py, dropout.py, conv.py, recurrent.py,
attention.py, gpt.py. What does not fit into them is refused by shapes.py.
The package loads the lecture's networks, the others when they are first used.

Not here: losses, optimisers and the training loop (training/), and the same
modules on arrays (tensor/nn.py).
"""
import importlib
from typing import Any

from micrograd.nn.mlp import MLP, Layer, Neuron
from micrograd.nn.module import Module

_HOME = {'Linear': 'linear', 'Embedding': 'embedding', 'LayerNorm': 'norm',
         'RMSNorm': 'norm', 'BatchNorm': 'norm', 'Dropout': 'dropout', 'Conv2d': 'conv',
         'MaxPool2d': 'conv', 'AvgPool2d': 'conv', 'RNN': 'recurrent',
         'LSTM': 'recurrent', 'Attention': 'attention', 'GPT': 'gpt'}

__all__ = ['MLP', 'Layer', 'Module', 'Neuron', *_HOME]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return getattr(importlib.import_module(f'{__name__}.{_HOME[name]}'), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
