"""Networks of Values: what the lecture builds on top of the engine.

To read, on the projector: mlp.py, Module, Neuron, Layer, MLP, and their first weights.

Not here: losses, optimisers and the training loop (training/), and the same
modules on arrays (tensor/nn.py).
"""

from micrograd.nn.mlp import MLP, Layer, Module, Neuron

__all__ = ['MLP', 'Layer', 'Module', 'Neuron']
