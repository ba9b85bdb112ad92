# %% [markdown]
# # 10. Several classes
# After this lesson you can turn scores into probabilities, write a cross-entropy that
# no large number breaks, and train a network on three spirals.
#
# Needs: lesson 9. Minutes: 25.

# %%
import random
from math import inf, isclose, isnan, log

import numpy as np

import micrograd
from micrograd import (
    MLP, Value, compile_function, compile_loss, decision_boundary, draw_dot, image,
    logsumexp, loss_curve, present, spirals, write_player)

present()

# %% [markdown]
# ## From scores to probabilities
# For four classes a network has four outputs, the logits. They may be any numbers. We
# want probabilities: positive, with the sum 1. exp makes them positive, a division does
# the rest. That is the softmax.

# %%
def naive_softmax(logits):
    exps = [v.exp() for v in logits]
    total = sum(exps[1:], start=exps[0])
    return [e / total for e in exps]


logits = [Value(v, label=f'z{i}') for i, v in enumerate((0.0, 3.0, -2.0, 1.0))]
shares = naive_softmax(logits)
print('logits       ', [v.data for v in logits])
print('probabilities', [round(p.data, 4) for p in shares])
assert isclose(sum(p.data for p in shares), 1)

# %% [markdown] ask="moved[1].data"
# We add 100 to each of the four logits. What is then the probability of class 1?
#
# The same as before. Each exp grows by the factor exp(100), the total does too, and the
# factor cancels out. Only differences of logits count. Keep that in mind.

# %%
moved = naive_softmax([v + 100 for v in logits])
print('probabilities', [round(p.data, 4) for p in moved])
assert all(isclose(p.data, q.data) for p, q in zip(moved, shares))

# %% [markdown]
# ## The loss
# The right class is 3, and its probability should be 1. The loss is -log of it, the
# negative log-likelihood: 0 for 1, and the more, the less likely the right class is.

# %% [markdown] ask="abs(round(sum(grads), 9))"
# What is the sum of the four gradients of the logits?
#
# 0: if all logits rise by the same, nothing changes. Each gradient is the probability
# of its class, minus 1 for the right one: what it is, minus what it should be.

# %%
loss = -naive_softmax(logits)[3].log()
loss.label = 'loss'
for v in logits:
    v.grad = 0.0
write_player(loss, image('10_pass.html'))
loss.backward()
draw_dot(loss, filename=image('10_loss_of_one_sample.svg'))
grads = [v.grad for v in logits]
print(f'loss {loss.data:.6f}, gradients', [round(g, 6) for g in grads])
assert isclose(loss.data, 2.1755153626167147)
known = 0.0417725705153504, 0.839024507462532, 0.00565330266221633, -0.886450380640099
for grad, p, should, value in zip(grads, shares, (0, 0, 0, 1), known):
    assert isclose(grad, p.data - should) and isclose(grad, value)

# %% [markdown]
# ## The number that breaks it
# A network that is sure of itself gives logits such as 1000 and 0.

# %% [markdown] ask="'c' if isnan(broken[0].data) else 'a'"
# What does the softmax above say for the logit 1000?
# a) 1
# b) inf
# c) nan
#
# exp(1000) is more than a float can hold: inf. The total is inf too, and inf / inf is
# not a number. From there nan spreads into every parameter.

# %%
large = [Value(1000.0), Value(0.0)]
broken = naive_softmax(large)
print('exp', large[0].exp().data, '  probabilities', [p.data for p in broken])
assert large[0].exp().data == inf and isnan(broken[0].data)
assert (-large[0]).exp().data == 0

# %% [markdown]
# Only differences count, so we subtract the largest logit: no exp is above 1. And the
# log of a quotient is a difference: nothing is divided, and no log meets a 0.

# %% [markdown] ask="cross_entropy(large, 1).data"
# The logits are 1000 and 0, and class 1 is the right one. What is the loss?
#
# The probability exp(-1000) is 0 for any float, but its -log is plainly 1000.

# %%
def cross_entropy(logits, target):
    top = max(v.data for v in logits)  # a plain number: no gradient goes through it
    total = sum((v - top).exp() for v in logits)
    return total.log() - (logits[target] - top)


print('loss', cross_entropy(large, 0).data, 'or', cross_entropy(large, 1).data)
assert cross_entropy(large, 0).data == 0 and cross_entropy(large, 1).data == 1000
assert isclose(cross_entropy(logits, 3).data, loss.data)
assert cross_entropy(large, 1).data == micrograd.cross_entropy(large, 1).data

# %% [markdown]
# ## Three spirals
# Three outputs now, one for each spiral. What `compile_loss` writes (lesson 16) takes
# numbers, so the class becomes three: 1 for the right one, 0 for the others (one-hot).

# %%
data = spirals(150)
x1, x2 = zip(*[inputs for inputs, _ in data])
targets = [target for _, target in data]
one_hot = [[float(target == i) for target in targets] for i in range(3)]
random.seed(10)
model = MLP(2, [16, 16, 3], activation='tanh')
parameters = model.parameters()


def loss_of(x1, x2, y0, y1, y2):
    a, b, c = model([x1, x2])
    return logsumexp([a, b, c]) - (y0 * a + y1 * b + y2 * c)


step = compile_loss(loss_of, parameters, backend='numpy')
predict = compile_function(lambda x1, x2: model([x1, x2]), parameters, backend='numpy')
by_engine = sum(cross_entropy(model(x), t).data for x, t in data) / len(data)
assert isclose(step(x1, x2, *one_hot), by_engine) and by_engine > log(3)

# %%
def right():
    return int(sum(np.argmax(predict(x1, x2), axis=0) == targets))


history = []
for k in range(1, 1001):
    model.zero_grad()
    history.append(step(x1, x2, *one_hot))  # forward and backward
    for p in parameters:
        p.data -= 1.0 * p.grad
    if k in (1, 10, 100, 1000):
        print(f'step {k:4}: loss {history[-1]:.4f}, {right()} of 150 right')
assert right() >= 148 and history[-1] < 0.02
figure = loss_curve(history)
figure.axes[0].set_xlabel('step')
figure.savefig(image('10_loss_curve.svg'))
decision_boundary(predict, data).savefig(image('10_regions.svg'))

# %% [markdown]
# ## Questions
# 1. log(3) is the loss of a network that knows nothing of three classes. Why?
# 2. With two classes, how is the softmax related to the sigmoid?
# 3. Where in the picture would you not trust the network?
#
# ## Exercises
# `log`, `cross_entropy`: start with `python -m micrograd check cross_entropy`.
