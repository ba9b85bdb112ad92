"""Tensor: the engine of micrograd.engine on numpy arrays.

To read in this order: core.py, what a Tensor is; elementwise.py, operations element by
element; walk.py, the backward pass, which sums the gradients of broadcast operands.
Then whatever you like:

    operations  shapes, indexing, reductions, matmul, einsum, functions, images; fused,
                several as one
    numpy       dispatch and arraylike: what numpy's functions do with a Tensor
    memory      modes (no_grad), changes and loans (who wrote to an array), checkpoint
    derivatives gradcheck, higher
    tools       what mse, fit, diagnose, explain, write_player do with Tensors: losses,
                batches, doctor, explain and passes with parts
    networks    nn; norms, recurrent, attention and gpt, which are made of it; optim;
                old_files reads what was saved before format 2

Not here: update rules and schedules (training/optim.py).
"""
from micrograd.tensor.attention import Attention
from micrograd.tensor.checkpoint import checkpoint
from micrograd.tensor.core import Tensor
from micrograd.tensor.einsum import einsum
from micrograd.tensor.functions import (
    batch_norm,
    concatenate,
    cross_entropy,
    dropout,
    embedding,
    maximum,
    minimum,
    moments,
    stack,
    where,
)
from micrograd.tensor.fused import linear, softmax_cross_entropy
from micrograd.tensor.gpt import GPT
from micrograd.tensor.gradcheck import GradReport, grad_check, numerical_grad
from micrograd.tensor.higher import grad, hvp
from micrograd.tensor.images import avg_pool2d, conv2d, max_pool2d, pad
from micrograd.tensor.modes import no_grad
from micrograd.tensor.nn import (
    AvgPool2d,
    BatchNorm,
    Conv2d,
    Dropout,
    Embedding,
    Linear,
    MaxPool2d,
    Module,
    Sequential,
)
from micrograd.tensor.norms import LayerNorm, RMSNorm
from micrograd.tensor.optim import SGD, Adam, AdamW, clip_grad_norm, clip_grad_value
from micrograd.tensor.recurrent import LSTM, RNN

__all__ = [
    'Adam', 'AdamW', 'Attention', 'AvgPool2d', 'BatchNorm', 'Conv2d', 'Dropout',
    'Embedding', 'GPT', 'GradReport', 'LSTM', 'LayerNorm', 'Linear', 'MaxPool2d',
    'Module', 'RMSNorm', 'RNN', 'SGD', 'Sequential', 'Tensor',
    'avg_pool2d', 'batch_norm', 'checkpoint', 'clip_grad_norm', 'clip_grad_value',
    'concatenate', 'conv2d', 'cross_entropy', 'dropout', 'einsum', 'embedding', 'grad',
    'grad_check', 'hvp', 'linear', 'max_pool2d', 'maximum', 'minimum', 'moments',
    'no_grad', 'numerical_grad', 'pad', 'softmax_cross_entropy', 'stack', 'where',
]
