# %% [markdown]
# # 18. Arrays and memory
# After this lesson you can say what a graph of arrays keeps for the backward pass,
# trade time for memory with checkpoints, and train a network that reads digits.
#
# Needs: lessons 10, 14 and 17. Minutes: 25.

# %%
import tracemalloc
from math import log
from time import perf_counter

import numpy as np

import micrograd.tensor as mt
from micrograd import digits, image, loss_curve, present

present()

# %% [markdown]
# ## What is kept
# 48 layers tanh(h @ w + b) on 512 samples of 64 numbers. At each layer, forward and
# backward, `watched` notes the memory in use, in arrays of the size of x (256 KiB).

# %%
rng = np.random.default_rng(0)
x = mt.Tensor(rng.normal(size=(512, 64)))
layers = [(mt.Tensor(rng.normal(size=(64, 64)) / 8, requires_grad=True),
           mt.Tensor(np.zeros(64), requires_grad=True)) for _ in range(48)]
parameters = sum(layers, ())
noted, curves, kept = [], {}, {}


def arrays_in_use():
    return tracemalloc.get_traced_memory()[0] / x.data.nbytes


def watched(h):
    def rule(g, out, h):
        noted.append(arrays_in_use())
        return g
    noted.append(arrays_in_use())
    return mt.Tensor.apply('watched', lambda h: h, (h,), rule)


def several(h, layers, fused=False):
    for w, b in layers:
        h = watched(mt.linear(h, w, b, 'tanh') if fused else (h @ w + b).tanh())
    return h


# %% [markdown] ask="int(kept['plain'])"
# Backward needs what forward computed: tanh its result, @ its operands. The graph keeps
# every result. How many arrays are kept after 48 layers?
#
# Three for each layer, the product, the sum and tanh: 144, or 36 MiB.

# %%
def run(name, forward):
    noted.clear()
    for p in parameters:
        p.grad = None
    tracemalloc.start()
    start = perf_counter()
    h = forward()
    kept[name] = arrays_in_use()
    (h**2).mean().backward()
    print(f'{name:11} keeps {kept[name]:5.1f}, at most {max(noted):5.1f} arrays,',
          f'{perf_counter() - start:.2f} s')
    tracemalloc.stop()
    curves[name] = noted.copy()
    return np.concatenate([p.grad.ravel() for p in parameters])


plain = run('plain', lambda: several(x, layers))
assert int(kept['plain']) == 144 and x.data.nbytes == 256 * 1024

# %% [markdown] ask="int(kept['fused'])"
# tanh needs its result only. `linear` adds and activates in the memory of the product:
# three operations fused into one. How many arrays now?
#
# One for each layer: 48. The gradients are the same but for the last digits.

# %%
fused = run('fused', lambda: several(x, layers, fused=True))
assert int(kept['fused']) == 48 and np.abs(fused - plain).max() < 1e-12

# %% [markdown] ask="int(kept['checkpoints'])"
# A checkpoint keeps the end of a segment only; backward runs the segment once more.
# With 8 segments of 6 layers, how many arrays are kept after the forward pass?
#
# The 8 ends. Backward adds 3 · 6 arrays, one segment at a time, and a forward pass.

# %%
def segments():
    h = x
    for i in range(0, 48, 6):
        h = mt.checkpoint(several, h, layers[i : i + 6])
    return h


again = run('checkpoints', segments)
assert int(kept['checkpoints']) == 8
assert max(curves['checkpoints']) < max(curves['plain']) / 4
assert np.abs(again - plain).max() < 1e-12 < 1e-4 < np.abs(plain).max()

# %%
import matplotlib.pyplot as plt

plt.rcParams.update({'font.size': 20, 'lines.linewidth': 3})
figure, axes = plt.subplots(figsize=(11, 6.5), layout='constrained')
for (name, curve), color in zip(curves.items(), ('#D55E00', '#009E73', '#0072B2')):
    axes.plot(np.linspace(0, 1, len(curve)), curve, color=color, label=name)
axes.set(xlabel='forward, then backward', ylabel='arrays in memory')
axes.legend()
figure.savefig(image('18_memory.svg'))

# %% [markdown] ask="log(10)"
# Now a network that reads digits, 8 × 8 pixels, in mini-batches of 50. What is the
# cross-entropy if it gives each of the ten digits the same probability at first?
#
# -log(1/10) = 2.30. The first loss of a fresh network should be near that.

# %%
pictures, labels = map(np.array, zip(*digits(2500)))
model = mt.Sequential(
    mt.Linear(64, 64, activation='relu', rng=rng), mt.Linear(64, 10, rng=rng))
adam, losses = mt.Adam(model.parameters(), lr=0.003), []
for _ in range(20):
    for batch in (slice(i, i + 50) for i in range(0, 2000, 50)):  # 500 are held out
        loss = mt.softmax_cross_entropy(model(pictures[batch]), labels[batch])
        losses.append(loss.item())
        adam.zero_grad()
        loss.backward()
        adam.step()
with mt.no_grad():
    guesses = model(pictures[2000:]).data.argmax(axis=1)
right = guesses == labels[2000:]
print(f'loss {losses[0]:.2f}, then {losses[-1]:.2f}; of 500 others {right.sum()} right')
epochs = np.reshape(losses, (20, 40)).mean(axis=1).tolist()
assert abs(losses[0] - log(10)) < 0.5 and epochs[-1] < 0.1 and right.sum() > 450
loss_curve(epochs).savefig(image('18_loss.svg'))

# %% [markdown]
# Which ones does it read wrong? Look before you blame it.

# %%
shown = [*np.flatnonzero(right)[:5], *np.flatnonzero(~right)[:5]]
figure, grid = plt.subplots(2, 5, figsize=(12, 6), layout='constrained')
for axes, i in zip(grid.flat, shown):
    axes.imshow(pictures[2000 + i].reshape(8, 8), cmap='gray_r')
    axes.set(xticks=[], yticks=[])
    color = '#0072B2' if right[i] else '#D55E00'
    axes.set_title(f'{labels[2000 + i]} read as {guesses[i]}', color=color)
figure.savefig(image('18_digits.svg'))

# %% [markdown]
# ## Questions
# 1. How many arrays are in use at most with segments of 1, 12 and 48 layers?
# 2. What does `no_grad` save, and why can you not train with it alone?
# 3. `mt.checkpoint(lambda h: several(h, layers[i : i + 6]), h)`: what goes wrong?
#
# ## Exercises
# `unbroadcast`, once more: start it with `python -m micrograd check unbroadcast`.
