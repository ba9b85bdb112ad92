"""Automatic differentiation to read aloud: Value, MLP, and their pictures.

Importing the package loads the engine and the network. Every other name is loaded
when it is first used, as in `micrograd.draw_dot` or `from micrograd import Tensor`,
so that whoever does not draw waits for no Graphviz, and needs none.
"""
import importlib
from typing import Any

from micrograd.engine import Value, relaxed_gc
from micrograd.insight.paths import explain  # at once: its module has the same name
from micrograd.common.namesake import warn_of_namesakes
from micrograd.nn.mlp import MLP, Layer, Module, Neuron

__version__ = '0.2.0'

__all__ = ['MLP', 'Layer', 'Module', 'Neuron', 'Value', 'explain', 'relaxed_gc']

_LOADED_WHEN_USED = {
    'elementary': 'exp log sqrt sin cos tan tanh sigmoid relu softplus '
                  'maximum minimum where',
    'losses': 'mse hinge softmax logsumexp cross_entropy '
              'binary_cross_entropy_with_logits',
    'optim': 'SGD Adam AdamW StepLR CosineLR WarmupLR clip_grad_norm clip_grad_value',
    'training': 'fit',
    'datasets': 'linear moons blobs spirals',
    'gradcheck': 'numerical_grad grad_check',
    'higher': 'grad derivative jacobian hessian hvp',
    'doctor': 'diagnose',
    'formulas': 'formula',
    'compiler': 'compile_loss compile_function CompileError',
    'draw': 'trace draw_dot draw_text',
    'plots': 'loss_curve decision_boundary gradient_histograms '
             'activation_histograms tangent optimizer_paths',
    'player': 'write_player walk',
    'tensor': 'Tensor',
}
_HOME = {name: f'micrograd.{module}'
         for module, names in _LOADED_WHEN_USED.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return getattr(importlib.import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])


warn_of_namesakes()
