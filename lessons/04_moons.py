# %% [markdown]
# # 4. Two moons
# Afterwards you can train a network to tell two classes apart, say what a
# margin is and why the learning rate falls, and draw where a network changes
# its mind. Needs: lesson 3. Time: 20 minutes.

# %%
from micrograd.lesson import image, present

present()

# %% [markdown]
# ## The task
# 100 points on two half circles that reach into each other. The upper moon is
# class 0, the lower one class 1. Could a straight line part them?

# %%
from micrograd.datasets import moons

data = moons(100)
for inputs, target in data[:4]:
    print(inputs, target)
assert [target for _, target in data] == [0, 1] * 50

# %% [markdown]
# No line can. The network may bend its border, but it has no classes, only one
# output: the score. We read its sign, and name the classes -1 and 1 instead.
# The network is that of lesson 3, with random weights. How many of 100 points
# does it get right?

# %%
import random

from micrograd import MLP

random.seed(3)
model = MLP(2, [16, 16, 1])
data = [(inputs, 2 * target - 1) for inputs, target in data]


def correct():
    return sum(model(inputs).data * label > 0 for inputs, label in data)


before = correct()
print(len(model.parameters()), 'parameters,', before, 'of 100 points right')
assert len(model.parameters()) == 337 and before < 90

# %% [markdown]
# ## A loss with a margin
# A count of mistakes has the slope 0 nearly everywhere: nothing to walk down.
# The max-margin loss is max(0, 1 - label * score). A point costs nothing when
# its score is on the right side and at least 1 from 0: that is the margin.
# What does a score of 0.3 cost if the label is 1, and what if it is -1?

# %%
from micrograd.losses import hinge

for score, label in ((0.3, 1), (0.3, -1), (1.0, 1), (7.0, 1)):
    print(f'score {score}  label {label:2}  loss {hinge(score, label):.1f}')
assert hinge(0.3, 1) == 0.7 and hinge(0.3, -1) == 1.3
assert hinge(1.0, 1) == hinge(7.0, 1) == 0

# %% [markdown]
# Is its gradient right? The gradient check compares it with the slope by
# central differences, as in lesson 1. At the score 1 the loss has a corner:
# which slope would you accept there?

# %%
from micrograd.gradcheck import grad_check

for score in (0.3, 1.0, 7.0):
    report = grad_check(lambda score: hinge(score, 1), score)
    print(report, end='\n\n')
    assert report
assert grad_check(lambda score: hinge(score, 1), 1.0).inputs[0].verdict == 'corner'

# %% [markdown]
# ## The training
# The loop of lesson 3 stands in micrograd/training.py, as `fit`. Open it: you
# know every line of `_step`. We add three things.
#
# - batch_size=100: all points together make one step, along the gradient of
#   their mean loss. 100 epochs are 100 steps.
# - weight_decay=2e-4: the L2 penalty. It adds 2e-4 * p to each gradient, as if
#   the loss held 1e-4 * p**2. Large weights make a nervous border.
# - a schedule: the learning rate as a function of the step. It falls from 1
#   to 0.1. Why large steps first, and small ones at the end?

# %%
from micrograd.optim import SGD
from micrograd.training import fit

right = [before]
optimizer = SGD(model.parameters(), weight_decay=2e-4)


def falling(step):
    return 1.0 - 0.9 * step / 99


def count(epoch, history):
    if epoch % 5 == 0:
        right.append(correct())


history = fit(
    model, data, hinge, optimizer, 100, batch_size=100, schedule=falling, callback=count
)
print(right[0], 'right before,', right[-1], 'right after')
assert falling(0) == 1 and abs(optimizer.lr - 0.1) < 1e-12
assert right[-1] == 100 and history['loss'][-1] < 0.02
assert any(b > a for a, b in zip(history['loss'], history['loss'][1:]))

# %% [markdown]
# ## What it has learned
# The loss, and the share of mistakes. Do they fall together?

# %%
import matplotlib.pyplot as plt

plt.rcParams['font.size'] = 18
mistakes = [(100 - n) / 100 for n in right]
figure, axes = plt.subplots(figsize=(10, 6.5), layout='constrained')
axes.plot(history['loss'], color='#0072B2', linewidth=3, label='mean loss')
axes.plot(range(0, 101, 5), mistakes, 'o-', color='#D55E00', label='share of mistakes')
axes.set(xlabel='step', ylim=0)
axes.legend()
figure.savefig(image('04_loss_curve.svg'))

# %% [markdown]
# Both fall, but not in every step: with a rate near 1 a step may go too far.
# And where the mistakes are gone the loss still falls, since the points have to
# clear the margin as well.
#
# Now ask the network for its score on a grid of points, moon or not. The black
# line is the border, where the score is 0; the dashed lines are the margin,
# where it is -1 and 1. What will it say far away from all points?

# %%
from micrograd.plots import decision_boundary

decision_boundary(model, data, margin=1).savefig(image('04_decision_boundary.svg'))

margin = min(model(inputs).data * label for inputs, label in data)
inside = sum(model(inputs).data * label < 1 for inputs, label in data)
print(f'closest score {margin:.2f} from 0; {inside} points inside the margin')
assert margin > 0

# %% [markdown]
# A bent border from 100 points and one loss. Far away it only goes straight on:
# there it has never been told anything, and is as sure of itself as here.
#
# ## Questions
# 1. Why does a point beyond the margin add nothing to the gradient?
# 2. What does the border look like without hidden layers: `MLP(2, [1])`?
# 3. Train on `moons(100, noise=0.3)`. Should every point be right?
