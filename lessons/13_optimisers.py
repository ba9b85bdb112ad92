# %% [markdown]
# # 13. Better steps
# After this lesson you can write momentum, Adam and a schedule yourself, say what each
# of them cures, and read the path of an optimiser on a contour map.
#
# Needs: lessons 7 and 9. Minutes: 20.

# %%
import random
from math import cos, isclose, pi

from micrograd import (
    MLP, SGD, Adam, CosineLR, Value, fit, image, linear, loss_curve,
    optimizer_paths, present)

present()

# %% [markdown]
# ## A ravine
# f(x, y) = (x² + 25 y²) / 2 falls gently along x and steeply along y. Most losses look
# like this somewhere. The lowest point is (0, 0); we start at (-4, 1).

# %%
def ravine(x, y):
    return (x**2 + 25 * y**2) / 2


def descend(optimizer, x, y, steps):
    for _ in range(steps):
        optimizer.zero_grad()
        ravine(x, y).backward()
        optimizer.step()
    return ravine(x, y).data

# %% [markdown] ask="limit"
# The slope along y is 25 y, so a step of SGD turns y into y - lr · 25 y. Above which
# learning rate does y grow from step to step, in absolute value?
#
# y is multiplied by 1 - 25 lr, which is below -1 if lr is above 2/25 = 0.08. So the
# steep direction sets the limit, and the flat one has to crawl with it.

# %%
limit = 2 / 25
for lr in (0.079, 0.081):
    x, y = Value(-4.0), Value(1.0)
    height = descend(SGD([x, y], lr), x, y, steps=100)
    print(f'lr {lr}: 100 steps from {ravine(-4, 1)} to {height:.3g}, y {y.data:.2g}')
    assert (abs(y.data) > 1) == (lr > limit)

# %% [markdown] ask="places[1]"
# Momentum keeps a velocity: v = 0.9 v + gradient, p = p - lr · v. A p starts at 1 with
# v = 0, its gradient is 1 in every step, lr is 0.1. Where is p after the second step?
#
# v is 1, then 1.9: p goes to 0.9, then to 0.71. On a steady slope v goes on
# growing, up to a limit; from side to side of a ravine its terms cancel.

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

# %% [markdown] ask="adam(1000.0)[0]"
# Adam keeps two running means, m of the gradient and v of its square, and steps by
# lr · m / √v. Again p starts at 1 and lr is 0.1, but every gradient is 1000. Where is p
# after the first step?
#
# At 0.9: m is 1000 and √v as well, the scale cancels. lr is the length of a step. The
# means start at 0, far too low; dividing by 1 - βᵗ makes up for that.

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

# %% [markdown] ask="lowest"
# Back to the ravine, 40 steps each. Which gets lowest?
# a) SGD, lr 0.07
# b) momentum 0.8, lr 0.05
# c) Adam, lr 0.3
#
# Momentum. SGD jumps from wall to wall and crawls. Adam steps as far along x as along
# y, so it goes straight at first, but its steps stay long, and it circles the goal.

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

# %% [markdown] ask="cosine(400)"
# So let the steps get shorter. A cosine schedule goes from lr = 0.05 at step 0 down to
# 0 at step 800, along half a cosine. What is the learning rate at step 400?
#
# Half of 0.05: the cosine of a quarter turn is 0. Far from the goal large steps pay,
# near to it, where the gradients of single samples disagree, only small ones. Other
# ways down: `StepLR` falls in steps; `WarmupLR` begins with small steps.

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

# %% [markdown]
# ## Questions
# 1. With momentum 0.9 and a steady gradient, how much longer do the steps become?
# 2. Why may one learning rate suit all layers with Adam, and not with SGD?
# 3. Clip the gradients to norm 1 (lesson 12). What changes for SGD, what for Adam?
#
# ## Exercises
# `momentum`, `adam`: `python -m micrograd check adam`
