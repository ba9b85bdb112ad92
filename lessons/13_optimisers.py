# %% [markdown] lang="en"
# # 13. Better steps
# After this lesson you can write momentum, Adam and a schedule yourself, say what each
# of them cures, and read the path of an optimiser on a contour map.
#
# Needs: lessons 7 and 9. Minutes: 20.
# %% [markdown] lang="zh"
# # 13. 走得更好：优化器
# 学完本课，你能自己写出动量法、Adam 和学习率调度，说出它们各自治什么病，
# 还能看懂优化器在等高线图上走过的路径。
#
# 先修：第 7、9 课。用时：20 分钟。

# %%
import random
from math import cos, isclose, pi

from micrograd import (
    MLP, SGD, Adam, CosineLR, Value, fit, image, linear, loss_curve,
    optimizer_paths, present)

present()

# %% [markdown] lang="en"
# ## A ravine
# f(x, y) = (x² + 25 y²) / 2 falls gently along x and steeply along y. Most losses look
# like this somewhere. The lowest point is (0, 0); we start at (-4, 1).
# %% [markdown] lang="zh"
# ## 峡谷
# f(x, y) = (x² + 25 y²) / 2 沿 x 方向平缓，沿 y 方向陡峭。
# 大多数损失函数都有这样的地方。最低点是 (0, 0)，我们从 (-4, 1) 出发。

# %%
def ravine(x, y):
    return (x**2 + 25 * y**2) / 2


def descend(optimizer, x, y, steps):
    for _ in range(steps):
        optimizer.zero_grad()
        ravine(x, y).backward()
        optimizer.step()
    return ravine(x, y).data

# %% [markdown] lang="en" ask="limit"
# The slope along y is 25 y, so a step of SGD turns y into y - lr · 25 y. Above which
# learning rate does y grow from step to step, in absolute value?
#
# y is multiplied by 1 - 25 lr, which is below -1 if lr is above 2/25 = 0.08. So the
# steep direction sets the limit, and the flat one has to crawl with it.
# %% [markdown] lang="zh" ask="limit"
# 沿 y 的斜率是 25 y，所以 SGD 走一步，y 变成 y - lr · 25 y。
# 学习率超过多少，y 的绝对值就会一步比一步大？
#
# y 每步乘以 1 - 25 lr；lr 超过 2/25 = 0.08 时，它小于 -1。
# 陡的方向定下了上限，平的方向只好跟着慢慢爬。

# %%
limit = 2 / 25
for lr in (0.079, 0.081):
    x, y = Value(-4.0), Value(1.0)
    height = descend(SGD([x, y], lr), x, y, steps=100)
    print(f'lr {lr}: 100 steps from {ravine(-4, 1)} to {height:.3g}, y {y.data:.2g}')
    assert (abs(y.data) > 1) == (lr > limit)

# %% [markdown] lang="en" ask="places[1]"
# Momentum keeps a velocity: v = 0.9 v + gradient, p = p - lr · v. A p starts at 1 with
# v = 0, its gradient is 1 in every step, lr is 0.1. Where is p after the second step?
#
# v is 1, then 1.9: p goes to 0.9, then to 0.71. On a steady slope v goes on
# growing, up to a limit; from side to side of a ravine its terms cancel.
# %% [markdown] lang="zh" ask="places[1]"
# 动量法记住一个速度：v = 0.9 v + 梯度，p = p - lr · v。
# 设 p 从 1 出发，v = 0，每一步的梯度都是 1，lr 为 0.1。第二步之后 p 在哪里？
#
# v 先是 1，再是 1.9：p 先到 0.9，再到 0.71。坡度不变时 v 越来越大，
# 直到某个上限；在峡谷两壁之间来回时，各项互相抵消。

# %%
def follow(optimizer, p, gradient=1.0):
    places = []
    for _ in range(3):
        p.grad = gradient
        optimizer.step()
        places.append(p.data)
    return places


p, v, places = 1.0, 0.0, []
for gradient in (1.0, 1.0, 1.0):
    v = 0.9 * v + gradient
    p = p - 0.1 * v
    places.append(p)
print(f'momentum: {places[0]:.3f} {places[1]:.3f} {places[2]:.3f}')
q = Value(1.0)
assert all(map(isclose, follow(SGD([q], 0.1, momentum=0.9), q), places))
assert all(map(isclose, places, (0.9, 0.71, 0.439)))

# %% [markdown] lang="en" ask="adam(1000.0)[0]"
# Adam keeps two running means, m of the gradient and v of its square, and steps by
# lr · m / √v. Again p starts at 1 and lr is 0.1, but every gradient is 1000. Where is p
# after the first step?
#
# At 0.9: m is 1000 and √v as well, the scale cancels. lr is the length of a step. The
# means start at 0, far too low; dividing by 1 - βᵗ makes up for that.
# %% [markdown] lang="zh" ask="adam(1000.0)[0]"
# Adam 记住两个滑动平均值：m 是梯度的滑动平均，v 是梯度平方的滑动平均；
# 每步走 lr · m / √v。还是 p 从 1 出发，lr 为 0.1，但每一步的梯度都是 1000。
# 第一步之后 p 在哪里？
#
# 在 0.9：m 是 1000，√v 也是 1000，梯度的大小约掉了，lr 就是步长。
# 两个平均值都从 0 算起，一开始偏小很多；除以 1 - βᵗ 就补上了，这叫偏差修正。

# %%
def adam(gradient, lr=0.1, beta1=0.9, beta2=0.999, eps=1e-8):
    p, m, v, places = 1.0, 0.0, 0.0, []
    for t in (1, 2, 3):
        m = beta1 * m + (1 - beta1) * gradient
        v = beta2 * v + (1 - beta2) * gradient**2
        mean, square = m / (1 - beta1**t), v / (1 - beta2**t)
        p = p - lr * mean / (square**0.5 + eps)
        places.append(p)
    return places


for gradient in (1.0, 1000.0):
    q = Value(1.0)
    print(f'gradient {gradient:g}:', *(f'{place:.9f}' for place in adam(gradient)))
    assert all(map(isclose, adam(gradient), follow(Adam([q], lr=0.1), q, gradient)))
assert all(map(isclose, adam(1.0), (0.900000001, 0.800000002, 0.700000003)))

# %% [markdown] lang="en" ask="lowest"
# Back to the ravine, 40 steps each. Which gets lowest?
# a) SGD, lr 0.07
# b) momentum 0.8, lr 0.05
# c) Adam, lr 0.3
#
# Momentum. SGD jumps from wall to wall and crawls. Adam steps as far along x as along
# y, so it goes straight at first, but its steps stay long, and it circles the goal.
# %% [markdown] lang="zh" ask="lowest"
# 回到峡谷，各走 40 步。谁走得最低？
# a) SGD，lr 0.07
# b) 动量 0.8，lr 0.05
# c) Adam，lr 0.3
#
# 动量法。SGD 在两壁之间跳来跳去，慢慢往前爬。Adam 沿 x 和沿 y 的步子一样大，
# 开头走得很直，但步子一直很大，只好绕着终点转圈。

# %%
makers = {'SGD': lambda ps: SGD(ps, lr=0.07),
          'momentum': lambda ps: SGD(ps, lr=0.05, momentum=0.8),
          'Adam': lambda ps: Adam(ps, lr=0.3)}
heights = []
for name, make in makers.items():
    x, y = Value(-4.0), Value(1.0)
    heights.append(descend(make([x, y]), x, y, steps=40))
    print(f'{name:8} {heights[-1]:.5f}')
lowest = 'abc'[heights.index(min(heights))]
assert lowest == 'b' and 10 * heights[1] < min(heights[0], heights[2])
optimizer_paths(ravine, (-4, 1), makers, 40).savefig(image('13_paths.svg'))

# %% [markdown] lang="en" ask="cosine(400)"
# So let the steps get shorter. A cosine schedule goes from lr = 0.05 at step 0 down to
# 0 at step 800, along half a cosine. What is the learning rate at step 400?
#
# Half of 0.05: the cosine of a quarter turn is 0. Far from the goal large steps pay,
# near to it, where the gradients of single samples disagree, only small ones. Other
# ways down: `StepLR` falls in steps; `WarmupLR` begins with small steps.
# %% [markdown] lang="zh" ask="cosine(400)"
# 那就让步子越走越小。余弦调度沿着半个周期的余弦曲线，
# 从第 0 步的 lr = 0.05 降到第 800 步的 0。第 400 步的学习率是多少？
#
# 0.05 的一半：转过四分之一圈时，余弦是 0。离终点远时大步划算；
# 走近以后，各个样本的梯度互相矛盾，只有小步才有用。
# 还有别的办法：`StepLR` 逐级下降；`WarmupLR` 先从小步开始。

# %%
def cosine(step):
    return 0.05 * (1 + cos(pi * step / 800)) / 2


assert all(isclose(cosine(n), CosineLR(0.05, 800)(n)) for n in range(800))
assert isclose(cosine(400), 0.025)
losses = {}
for name, schedule in (('lr 0.05', None), ('lr falling from 0.05', cosine)):
    random.seed(1)
    model = MLP(2, [8, 1], activation='tanh')
    losses[name] = fit(model, linear(40), lambda prediction, y: (prediction - y) ** 2,
                       Adam(model.parameters(), lr=0.05), epochs=20, progress=False,
                       schedule=schedule)['loss']
loss_curve(losses).savefig(image('13_schedule.svg'))
last = [curve[-1] for curve in losses.values()]
print(f'lr at step 400: {cosine(400)}; last loss {last[0]:.3f}, falling {last[1]:.3f}')
assert last[0] > 4 * last[1]

# %% [markdown] lang="en"
# ## Questions
# 1. With momentum 0.9 and a steady gradient, how much longer do the steps become?
# 2. Why may one learning rate suit all layers with Adam, and not with SGD?
# 3. Clip the gradients to norm 1 (lesson 12). What changes for SGD, what for Adam?
#
# ## Exercises
# `momentum`, `adam`: `python -m micrograd check adam`
# %% [markdown] lang="zh"
# ## 思考题
# 1. 动量为 0.9、梯度不变时，步子最终会变成原来的多少倍？
# 2. 为什么用 Adam 时一个学习率可以适合所有的层，用 SGD 时却不行？
# 3. 把梯度的范数裁剪到 1（见第 12 课），对 SGD 有什么影响？对 Adam 呢？
#
# ## 练习
# `momentum`、`adam`：先运行 `python -m micrograd check adam`。
