"""Automatic differentiation to read aloud: Value, MLP, and their pictures.

Importing the package loads the engine and the network. Every other name is loaded
when it is first used, as in `micrograd.draw_dot` or `from micrograd import Tensor`,
so that whoever does not draw waits for no Graphviz, and needs none.
"""
import importlib
from typing import Any

from micrograd import elementary, nn
from micrograd.common.namesake import warn_of_namesakes
from micrograd.engine import Value
from micrograd.graph import relaxed_gc
from micrograd.nn import MLP, Layer, Module, Neuron

__version__ = '0.2.0'

__all__ = ['MLP', 'Layer', 'Module', 'Neuron', 'Value', 'relaxed_gc']

_LOADED_WHEN_USED = {
    'languages': 'set_language',
    'elementary': ' '.join(elementary.__all__),
    'sums': 'dot',
    'nn': ' '.join(nn.__all__),
    'training.losses': 'mse hinge softmax logsumexp cross_entropy '
                       'binary_cross_entropy_with_logits',
    'training.optim': 'SGD Adam AdamW StepLR CosineLR WarmupLR '
                      'clip_grad_norm clip_grad_value',
    'training.loop': 'fit',
    'training.datasets': 'linear moons blobs spirals digits',
    'training.words': 'first_names recall spell token_rows',
    'derivatives.gradcheck': 'numerical_grad grad_check',
    'derivatives.higher': 'grad derivative jacobian hessian hvp',
    'insight.doctor': 'diagnose',
    'insight.formulas': 'formula',
    'insight.paths': 'explain',
    'compiler': 'compile_loss compile_function CompileError',
    'pictures.draw': 'trace draw_dot draw_text',
    'pictures.plots': 'loss_curve decision_boundary gradient_histograms '
                      'activation_histograms tangent optimizer_paths',
    'pictures.player': 'write_player walk',
    'tensor': 'Tensor',
    'classroom.lesson': 'image present',
}
_HOME = {name: f'micrograd.{module}'
         for module, names in _LOADED_WHEN_USED.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    return getattr(importlib.import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})


warn_of_namesakes()
