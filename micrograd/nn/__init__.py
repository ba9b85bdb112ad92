"""Networks of Values: what the lecture builds on top of the engine, and beyond it.

To read, on the projector: mlp.py, Neuron, Layer, MLP, and their first weights; and
module.py, the parameters of all. Then, each made of sums of products (sums.py) and of
one another: linear.py, embedding.py, norm.py, dropout.py, conv.py, recurrent.py,
attention.py, gpt.py. What does not fit into them is refused by shapes.py.

Not here: losses, optimisers and the training loop (training/), and the same
modules on arrays (tensor/nn.py).
"""

from micrograd.nn.attention import Attention
from micrograd.nn.conv import AvgPool2d, Conv2d, MaxPool2d
from micrograd.nn.dropout import Dropout
from micrograd.nn.embedding import Embedding
from micrograd.nn.gpt import GPT
from micrograd.nn.linear import Linear
from micrograd.nn.mlp import MLP, Layer, Neuron
from micrograd.nn.module import Module
from micrograd.nn.norm import BatchNorm, LayerNorm, RMSNorm
from micrograd.nn.recurrent import LSTM, RNN

__all__ = [
    'Attention', 'AvgPool2d', 'BatchNorm', 'Conv2d', 'Dropout', 'Embedding', 'GPT',
    'LSTM', 'Layer', 'LayerNorm', 'Linear', 'MLP', 'MaxPool2d', 'Module', 'Neuron',
    'RMSNorm', 'RNN',
]
