# %% [markdown]
# # 9. Two moons
# After this lesson you can train a network to tell two classes apart, say what a margin
# and a penalty on the weights are good for, and draw its decision boundary.
#
# Needs: lesson 8. Minutes: 25.

# %%
import random
from math import isclose

import matplotlib.pyplot as plt
import numpy as np

from micrograd import (
    MLP, Value, compile_function, compile_loss, decision_boundary, image, moons,
    present, relaxed_gc)

present()

# %% [markdown]
# ## The task
# 100 points on two interlocking half circles. No line can separate them.
# The network has one output, the score. Its sign tells the class: -1 or 1.

# %%
data = [(inputs, 2 * target - 1) for inputs, target in moons(100)]
for inputs, label in data[:4]:
    print(inputs, label)

random.seed(3)
model = MLP(2, [16, 16, 1])
parameters = model.parameters()
before = sum(model(inputs).data * label > 0 for inputs, label in data)
print(before, 'of 100 points right before training')
assert before < 60

# %% [markdown]
# ## A loss with a margin
# A count of mistakes has the slope 0 nearly everywhere: nothing to walk down. The
# hinge (max-margin) loss is max(0, 1 - label · score). A point costs nothing once its
# score is on the right side and at least 1 from 0: that is the margin.

# %% [markdown] ask="loss.data"
# A point of class -1 has the score 0.3. What does it cost?
#
# 1 + 0.3. Just beyond 0 it would still cost 1: it has to clear the margin as well.

# %%
def hinge(score, label):
    return (1 - label * score).relu()


for number, label in ((0.3, 1), (1.0, 1), (0.0, -1), (0.3, -1)):
    score = Value(number)
    loss = hinge(score, label)
    print(f'score {number}, label {label:2}: loss {loss.data:.1f}')
assert isclose(loss.data, 1.3) and hinge(Value(0.0), -1).data == 1

# %% [markdown] ask="score.grad"
# Another point of class 1 has the score 7. What gradient does its loss give the score?
#
# The relu cuts it off: a point beyond the margin pulls on no weight. Only the few
# points near the border, or on its wrong side, decide where it goes.

# %%
score = Value(7.0)
hinge(score, 1).backward()
print('gradient of the score', score.grad)
assert score.grad == 0

# %% [markdown]
# ## A penalty on the weights
# Large weights make a nervous border. So the loss gets an L2 penalty: 0.0001 · p²,
# summed over all 337 parameters.

# %% [markdown] ask="p.grad"
# What gradient does the penalty give a parameter p = 3?
#
# 2 · 0.0001 · 3. Each step shrinks a parameter by a small share of itself, unless the
# points pull against it.

# %%
p = Value(3.0)
(0.0001 * p**2).backward()
print(f'gradient of the penalty {p.grad:.4f}')
assert isclose(p.grad, 0.0006) and len(parameters) == 337


def total_loss(x1, x2, label):
    return hinge(model([x1, x2]), label) + 0.0001 * sum(p * p for p in parameters)

# %% [markdown]
# ## The training
# All points together make one step, along the gradient of their mean loss.
# `compile_loss` writes a program for all of them at once (lesson 16). We check it.

# %%
x1, x2 = zip(*[inputs for inputs, _ in data])
labels = [label for _, label in data]
step = compile_loss(total_loss, parameters, backend='numpy')
loss = step(x1, x2, labels)  # adds to the gradients, as backward() does
grads = [p.grad for p in parameters]

model.zero_grad()
with relaxed_gc():
    by_engine = sum(total_loss(*inputs, label) for inputs, label in data) / 100
    by_engine.backward()
print(f'loss {by_engine.data:.12f} by the engine, {loss:.12f} by the program')
assert isclose(loss, by_engine.data)
assert all(isclose(p.grad, g, abs_tol=1e-12) for p, g in zip(parameters, grads))

# %%
predict = compile_function(lambda x1, x2: model([x1, x2]), parameters, backend='numpy')
grid = np.meshgrid(np.linspace(-1.6, 2.6, 106), np.linspace(-1.1, 1.6, 68))
views, history = {}, []
for k in range(100):
    if k in (0, 10, 30):
        views[k] = predict(*map(np.ravel, grid))
    model.zero_grad()
    history.append(step(x1, x2, labels))  # forward and backward
    lr = 1 - 0.9 * k / 99  # large steps first, small ones to settle
    for p in parameters:
        p.data -= lr * p.grad
views[100] = predict(*map(np.ravel, grid))
margins = predict(x1, x2) * np.array(labels)
print(f'loss {history[0]:.3f} to {history[-1]:.3f}, right {np.sum(margins > 0)} of 100')
assert (margins > 0).all() and history[-1] < 0.05

# %% [markdown]
# The decision boundary, or border, is where the score is 0. Watch it move: before
# training, after 10 steps, after 30, after 100. Which points does it have to bend for?

# %%
plt.rcParams['font.size'] = 20
figure, panels = plt.subplots(2, 2, figsize=(14, 9.5), sharex=True, sharey=True,
                              layout='constrained')
for axes, (k, scores) in zip(panels.flat, views.items()):
    scores = scores.reshape(grid[0].shape)
    axes.contourf(*grid, scores, [-np.inf, 0, np.inf], colors=['#56B4E9', '#E69F00'],
                  alpha=0.4)
    axes.contour(*grid, scores, [0], colors='black', linewidths=4)
    for label, marker, color in ((-1, 'o', '#0072B2'), (1, 's', '#D55E00')):
        points = [inputs for inputs, own in data if own == label]
        axes.plot(*zip(*points), marker, color=color)
    axes.set_title(f'after {k} steps')
figure.savefig(image('09_border_moves.svg'))

# %% [markdown] ask="abs(far) > 1"
# And far away, at (0, -30), where no point has ever been? Does the network give a score
# that is sure of itself, beyond the margin? (The next picture shows the margin dashed.)
#
# It goes straight on, further from 0 with each step. A large score says how far the
# border is, not how much the network knows there.

# %%
far = model([0.0, -30.0]).data
print(f'score at (0, -30): {far:.1f}; smallest margin of a point {margins.min():.2f}')
assert abs(far) > 10
decision_boundary(predict, data, margin=1).savefig(image('09_decision_boundary.svg'))

# %% [markdown]
# ## Questions
# 1. All 100 points are right. Why is the loss not 0?
# 2. What does the border look like without hidden layers: `MLP(2, [1])`?
# 3. Train on `moons(100, noise=0.3)`. Should every point be right?
#
# ## Exercises
# `hinge`: start with `python -m micrograd check hinge`.
