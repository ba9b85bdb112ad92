"""Networks of Values: what the lecture builds on top of the engine.

mlp.py is read on the projector: Module, Neuron, Layer, MLP, and their first weights.

Not here: losses, optimisers and the training loop (training/), and the same
modules on arrays (tensor/nn.py).
"""

from micrograd.nn.mlp import MLP, Layer, Module, Neuron

__all__ = ['MLP', 'Layer', 'Module', 'Neuron']
