# %% [markdown]
# # 17. From scalars to arrays
# After this lesson you can build a Tensor from the idea of Value, say what the gradient
# of a broadcast operand is, and catch a rule that gets it wrong.
#
# Needs: lessons 4 and 8, a little numpy. Minutes: 25.

# %%
import random
from time import perf_counter

import numpy as np

import micrograd.tensor as mt
from micrograd import MLP, draw_dot, image, linear, present, relaxed_gc, trace
from micrograd.graph import topological_order

present()

# %% [markdown]
# ## A Tensor in twenty lines
# A closure adds and multiplies, and so do arrays. Value with an array in `.data`: what
# is new? The product of matrices, and a function `to_shape`. Guess what it is for.
# An article has `self.grad = …` alone: x + x loses a gradient, as in lesson 3.

# %%
class Tensor:
    def __init__(self, data, _prev=()):
        self.data = np.array(data, float)
        self.grad, self._prev, self._backward = 0.0, _prev, lambda: None

    def __add__(self, other):
        out = Tensor(self.data + other.data, (self, other))

        def _backward():
            self.grad = self.grad + to_shape(out.grad, self.data.shape)
            other.grad = other.grad + to_shape(out.grad, other.data.shape)
        out._backward = _backward
        return out

    def __matmul__(self, other):
        out = Tensor(self.data @ other.data, (self, other))

        def _backward():
            self.grad = self.grad + out.grad @ other.data.T
            other.grad = other.grad + self.data.T @ out.grad
        out._backward = _backward
        return out


# %% [markdown] ask="b.grad[0]"
# A layer for three samples at once: x @ w + b, where b has 4 numbers. numpy uses them
# in every row: b is broadcast. `to_shape` sums over the axes that numpy put in front.
# All upstream gradients are 1. What is the first number of `b.grad`?
#
# It was used in 3 rows, and what is used several times adds up its gradients: 3.

# %%
def sum_leading(grad, shape):
    return grad.sum(axis=tuple(range(grad.ndim - len(shape))))


def backward(root):
    root.grad = np.ones(root.data.shape)
    for node in reversed(topological_order(root)):
        node._backward()


to_shape = sum_leading
x, w, b = Tensor([[1, 2], [3, 4], [5, 6]]), Tensor(np.ones((2, 4))), Tensor([0] * 4)
backward(x @ w + b)
print('b', b.data.shape, ' b.grad', b.grad)
assert b.grad.tolist() == [3, 3, 3, 3]

# %% [markdown] ask="c.grad.size"
# You find this rule in many tutorials. Now a column c of shape (3, 1), which numpy
# stretches over four columns. c has 3 numbers. How many will `c.grad` have?
#
# 12: no axis was put in front, so nothing is summed. After one step c is a matrix.

# %%
c = Tensor([[0], [0], [0]])
backward(x @ w + c)
print('c', c.data.shape, ' after a step', (c.data - 0.1 * c.grad).shape)
assert c.grad.shape == (c.data - 0.1 * c.grad).shape == (3, 4)

# %% [markdown] ask="c.grad[0, 0]"
# So sum over the axes of length 1 too, and keep them. What is the first number of
# `c.grad` then?
#
# It was used in 4 columns: 4. Nudge it, and the sum of the output rises 4 times as far.

# %%
def unbroadcast(grad, shape):
    grad = grad.sum(axis=tuple(range(grad.ndim - len(shape))))
    ones = tuple(i for i, n in enumerate(shape) if n == 1)
    return grad.sum(axis=ones, keepdims=True)


to_shape = unbroadcast
b, c, nudged = Tensor([0] * 4), Tensor([[0], [0], [0]]), Tensor([[0.5], [0], [0]])
backward(x @ w + b + c)
rise = (x @ w + b + nudged).data.sum() - (x @ w + b + c).data.sum()
print('c.grad', c.grad.tolist(), ' measured', rise / 0.5)
assert c.grad.tolist() == [[4], [4], [4]] and rise / 0.5 == 4 and b.grad[0] == 3

# %% [markdown]
# ## The Tensor of micrograd
# The same idea, without closures: an operation has a rule for each operand, such as
# `lambda g, out, a, b: g * b`, and the engine calls its `to_shape` in one place. Look
# at the shapes in the picture: where is something broadcast?

# %%
leaves = [mt.Tensor(t.data, True, label) for t, label in ((x, 'x'), (w, 'w'), (b, 'b'))]
out = (leaves[0] @ leaves[1] + leaves[2]).sum()
out.backward(retain_graph=True)  # or the graph would be gone before it is drawn
draw_dot(out, filename=image('17_layer.svg'))
assert leaves[2].grad.tolist() == b.grad.tolist()

# %%
# the network of lesson 8, 20 samples, Value by Value
random.seed(1)
model = MLP(2, [16, 16, 1])
inputs, targets = zip(*linear(20))
start = perf_counter()
with relaxed_gc():
    loss = sum((model(x) - y) ** 2 for x, y in zip(inputs, targets)) / 20
    scalar_nodes = len(trace(loss)[0])
    loss.backward()
print(f'{scalar_nodes} Values, {perf_counter() - start:.4f} s')
assert scalar_nodes > 13_000

# %% [markdown] ask="'a' if array_nodes < 100 else 'b'"
# Those were more than 13,000 nodes. Now the same weights and the 20 samples as arrays,
# one for each layer. About how many nodes does the graph have, loss included?
# a) 20
# b) 1,300
# c) 13,000
#
# The graph of one sample, layer by layer: its size does not depend on the samples.

# %%
tensors, h = [], mt.Tensor(inputs)
start = perf_counter()
for layer in model.layers:
    w = mt.Tensor(np.transpose([[w.data for w in n.w] for n in layer.neurons]), True)
    b = mt.Tensor([n.b.data for n in layer.neurons], True)
    tensors.append((w, b))
    h = h @ w + b if layer is model.layers[-1] else (h @ w + b).relu()
array_loss = ((h[:, 0] - np.array(targets)) ** 2).mean()
array_nodes = len(trace(array_loss)[0])
array_loss.backward()
print(f'{array_nodes} Tensors, {perf_counter() - start:.4f} s')
found = np.concatenate([np.vstack([w.grad, b.grad]).T.ravel() for w, b in tensors])
apart = np.abs(found - [p.grad for p in model.parameters()]).max()
print('losses', loss.data, array_loss.item(), f' gradients apart by {apart:.0e}')
assert array_nodes < 30 and abs(loss.data - array_loss.item()) < 1e-12 > apart

# %% [markdown]
# ## Questions
# 1. Why does the scalar engine need no `to_shape`?
# 2. What is the gradient of x in x + c, if x has the shape (4,) and c (3, 1)?
# 3. The two losses may differ in the last digit. Why?
#
# ## Exercises
# `unbroadcast`: start it with `python -m micrograd check unbroadcast`.
