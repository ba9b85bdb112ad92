# %% [markdown] lang="en"
# # 18. Arrays and memory
# After this lesson you can say what a graph of arrays keeps for the backward pass,
# trade time for memory with checkpoints, and train a network that reads digits.
#
# Needs: lessons 10, 14 and 17. Minutes: 25.
# %% [markdown] lang="zh"
# # 18. 数组与内存
# 学完本课，你能说清数组的计算图为反向传播保存了什么，
# 会用检查点拿时间换内存，还能训练一个识别数字的网络。
#
# 先修：第 10、14、17 课。用时：25 分钟。

# %%
import tracemalloc
from math import log
from time import perf_counter

import numpy as np

import micrograd.tensor as mt
from micrograd import digits, image, loss_curve, present

present()

# %% [markdown] lang="en"
# ## What is kept
# 48 layers tanh(h @ w + b) on 512 samples of 64 numbers. At each layer, forward and
# backward, `watched` notes the memory in use, in arrays of the size of x (256 KiB).
# %% [markdown] lang="zh"
# ## 保存了什么
# 48 层 tanh(h @ w + b)，512 个样本，每个 64 个数。每过一层，无论前向还是反向，
# `watched` 都记下占用的内存，以一个 x 大小的数组（256 KiB）为单位。

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


# %% [markdown] lang="en" ask="int(kept['plain'])"
# Backward needs what forward computed: tanh its result, @ its operands. The graph keeps
# every result. How many arrays are kept after 48 layers?
#
# Three for each layer, the product, the sum and tanh: 144, or 36 MiB.
# %% [markdown] lang="zh" ask="int(kept['plain'])"
# 反向传播要用到前向传播算出的东西：tanh 要用结果，@ 要用操作数。
# 所以计算图保留着每个结果。48 层之后，一共保存了多少个数组？
#
# 每层三个：乘积、和、tanh，共 144 个，即 36 MiB。

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

# %% [markdown] lang="en" ask="int(kept['fused'])"
# tanh needs its result only. `linear` adds and activates in the memory of the product:
# three operations fused into one. How many arrays now?
#
# One for each layer: 48. The gradients are the same but for the last digits.
# %% [markdown] lang="zh" ask="int(kept['fused'])"
# tanh 在反向传播时只需要自己的结果。`linear` 就在乘积的内存里做加法和激活：
# 三个运算融合成一个。现在有多少个数组？
#
# 每层一个，共 48 个。梯度相同，只差最后几位。

# %%
fused = run('fused', lambda: several(x, layers, fused=True))
assert int(kept['fused']) == 48 and np.abs(fused - plain).max() < 1e-12

# %% [markdown] lang="en" ask="int(kept['checkpoints'])"
# A checkpoint keeps the end of a segment only; backward runs the segment once more.
# With 8 segments of 6 layers, how many arrays are kept after the forward pass?
#
# The 8 ends. Backward adds 3 · 6 arrays, one segment at a time, and a forward pass.
# %% [markdown] lang="zh" ask="int(kept['checkpoints'])"
# 检查点只保存每一段末端的结果；反向传播到了这一段，再把这一段重算一遍。
# 分成 8 段，每段 6 层，前向传播之后保存了多少个数组？
#
# 8 个，每段末端一个。反向传播时，每次只多出一段内部的 3 · 6 个数组；
# 代价是多花一遍前向传播的时间。

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

# %% [markdown] lang="en" ask="log(10)"
# Now a network that reads digits, 8 × 8 pixels, in mini-batches of 50. What is the
# cross-entropy if it gives each of the ten digits the same probability at first?
#
# -log(1/10) = 2.30. The first loss of a fresh network should be near that.
# %% [markdown] lang="zh" ask="log(10)"
# 现在来训练一个识别数字的网络，图片是 8 × 8 像素，每 50 张为一个小批量。
# 一开始它什么也不懂。如果它给十个数字同样的概率，交叉熵是多少？
#
# -log(1/10) = 2.30。刚建好的网络，第一个损失就应该在这附近。

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

# %% [markdown] lang="en"
# Which ones does it read wrong? Look before you blame it.
# %% [markdown] lang="zh"
# 它认错的是哪些？先看一眼，再怪它。

# %%
shown = [*np.flatnonzero(right)[:5], *np.flatnonzero(~right)[:5]]
figure, grid = plt.subplots(2, 5, figsize=(12, 6), layout='constrained')
for axes, i in zip(grid.flat, shown):
    axes.imshow(pictures[2000 + i].reshape(8, 8), cmap='gray_r')
    axes.set(xticks=[], yticks=[])
    color = '#0072B2' if right[i] else '#D55E00'
    axes.set_title(f'{labels[2000 + i]} read as {guesses[i]}', color=color)
figure.savefig(image('18_digits.svg'))

# %% [markdown] lang="en"
# ## Questions
# 1. How many arrays are in use at most with segments of 1, 12 and 48 layers?
# 2. What does `no_grad` save, and why can you not train with it alone?
# 3. `mt.checkpoint(lambda h: several(h, layers[i : i + 6]), h)`: what goes wrong?
#
# ## Exercises
# `unbroadcast`, once more: start it with `python -m micrograd check unbroadcast`.
# %% [markdown] lang="zh"
# ## 思考题
# 1. 每段 1 层、12 层、48 层时，最多同时占用多少个数组？
# 2. `no_grad` 省下了什么？全程都用它，为什么就没法训练？
# 3. `mt.checkpoint(lambda h: several(h, layers[i : i + 6]), h)` 会出什么错？
#
# ## 练习
# 再做一次 `unbroadcast`：运行 `python -m micrograd check unbroadcast`。
