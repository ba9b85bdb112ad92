# %% [markdown]
# # 11. Is the gradient right?
# After this lesson you can check any gradient against measured slopes, choose step and
# tolerance, say what to expect at a corner, and find the closure that is wrong.
#
# Needs: lessons 1, 3 and 9. Minutes: 25.

# %%
import random
from math import exp, isclose

from micrograd import (
    MLP, SGD, Value, explain, fit, grad_check, image, linear, present, write_player)

present()

# %% [markdown]
# ## A wrong gradient does not crash
# swish(x) = x · sigmoid(x) looks like a ReLU without the corner. A student makes it an
# operation of her own, and an activation out of it. There is one fault. Who sees it?

# %%
def swish(x):
    s = 1 / (1 + exp(-x.data))
    out = Value(x.data * s, (x,), 'swish')

    def _backward():
        x.grad = (s + out.data * (1 - s)) * out.grad
    out._backward = _backward
    return out


def bent(x):
    return swish(x) + x / 2

# %% [markdown] ask="faulty[-1] < faulty[0] / 100"
# A network learns with it for 30 epochs. Will its loss fall to less than a hundredth?
#
# It does: what is roughly right still points downhill. A falling loss proves nothing.

# %%
def train(activation):
    random.seed(1)
    model = MLP(2, [6, 1], activation=activation)
    return fit(model, linear(40), lambda prediction, y: (prediction - y) ** 2,
               SGD(model.parameters(), lr=0.02), epochs=30, progress=False)['loss']


faulty = train(bent)
print(f'mean squared error: epoch 1 {faulty[0]:.3f}, epoch 30 {faulty[-1]:.5f}')
assert faulty[-1] < faulty[0] / 100

# %% [markdown] ask="accepted"
# Only a measured slope can judge. An article takes a forward difference with step
# 1e-4, and accepts an error below 1e-5. Which one of these passes?
# a) exp at 2, gradient exp(2)
# b) exp at 20, gradient exp(20)
# c) x / 1,000,000 at 1, gradient 2e-6
#
# The wrong one alone! A forward difference is off by about step/2 · f''(x). And errors
# count in proportion: 1e-5 is nothing to a slope of 500 million, but huge to 1e-6.

# %%
accepted = ''
for name, f, x, grad in (('a', exp, 2, exp(2)), ('b', exp, 20, exp(20)),
                         ('c', lambda x: x / 1e6, 1, 2e-6)):
    error = abs((f(x + 1e-4) - f(x)) / 1e-4 - grad)
    print(f'{name}) gradient {grad:<8.3g} error {error:.1e} accepted: {error < 1e-5}')
    accepted += name if error < 1e-5 else ''
assert accepted == 'c'

# %% [markdown] ask="largest"
# In a) the error was 3.7e-4, and it shrinks with the step. Which is the largest of the
# steps 1e-1, 1e-2, 1e-3 … with which the forward difference passes?
#
# 3.7e-4 has to become 37 times smaller: two powers of ten. The central difference
# already passes with 1e-3, and is best around 1e-6 and 1e-5. We take 1e-5.

# %%
import matplotlib.pyplot as plt

steps = [10.0**-n for n in range(1, 13)]
forward = [abs((exp(2 + h) - exp(2)) / h - exp(2)) for h in steps]
central = [abs((exp(2 + h) - exp(2 - h)) / (2 * h) - exp(2)) for h in steps]
largest = max(h for h, e in zip(steps, forward) if e < 1e-5)
assert isclose(largest, 1e-6) and isclose(forward[3], 3.7e-4, rel_tol=0.01)
assert central[1] > 1e-5 > central[2] and central[4] < 1e-9
plt.rcParams['font.size'] = 18
figure, axes = plt.subplots(figsize=(10, 6.5), layout='constrained')
axes.loglog(steps, forward, 'o-', color='#D55E00', label='forward difference')
axes.loglog(steps, central, 's-', color='#0072B2', label='central difference')
axes.axhspan(1e-12, 1e-5, color='#009E73', alpha=0.15, label='accepted')
axes.set(xlabel='step', ylabel='error of the slope', ylim=(1e-12, 1))
axes.legend()
figure.savefig(image('11_steps.svg'))
print(f'the forward difference passes with {largest:g}')

# %% [markdown] ask="at_corner"
# One more trap: the engine says that relu has the slope 0 at 0. What does the central
# difference measure there?
#
# Halfway between 0 on the left and 1 on the right: 0.5. At a corner every slope
# between the two sides is fair; beside it one is right, but a step that jumps across
# measures another. `grad_check` shrinks its steps until it knows both sides.

# %%
def slope(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / (2 * h)


at_corner, beside = (slope(lambda x: max(x, 0), x) for x in (0, 1e-6))
print(f'relu: measured at 0 {at_corner:.2f}, at 1e-6 {beside:.2f}')
assert isclose(at_corner, 0.5) and isclose(beside, 0.55) and slope(abs, 0) == 0
for f, x in ((Value.relu, 0.0), (Value.relu, 1e-6), (abs, 0.0)):
    print(f'\n{f.__name__}: {grad_check(f, x)}')
    assert grad_check(f, x).inputs[0].verdict == ('right' if x else 'corner')

# %% [markdown] ask="found['x/2 + swish(x)']"
# Now the activation, swish(x) + x/2 at 0.5. We compare its gradient with the slope,
# and that finds the fault. Does it still, if she writes x/2 + swish(x)?
#
# No. The closure of swish says = in place of +=. Now it runs before that of x/2, and
# overwrites a 0. `grad_check` puts a gradient there before, and sees it. `explain` adds
# up the paths and compares. Then play the page, to the step with the =.

# %%
sums = {'swish(x) + x/2': bent, 'x/2 + swish(x)': lambda x: x / 2 + swish(x)}
found = {}
for name, f in sums.items():
    x = Value(0.5)
    f(x).backward()
    measured = slope(lambda number, f=f: f(Value(number)).data, 0.5)
    found[name] = not isclose(x.grad, measured, rel_tol=1e-6)
    print(f'{name}: {x.grad:.4f}, measured {measured:.4f}, found: {found[name]}')
    assert not grad_check(f, 0.5)
assert list(found.values()) == [True, False]

# %%
def repaired(x):
    return x * x.sigmoid() + x / 2  # checked operations: no closure to get wrong


x = Value(0.5, label='x')
print(grad_check(swish, 0.5), explain(x, bent(x)), sep='\n\n')
write_player(bent(x), image('11_overwritten.html'))
assert not grad_check(swish, 0.5) and not explain(x, bent(x)).is_right
right = train(repaired)
print(f'mean squared error: with = {faulty[-1]:.5f}, repaired {right[-1]:.5f}')
assert grad_check(repaired, 0.5) and 2.5 < faulty[-1] / right[-1] < 3.5
assert isclose(train(sums['x/2 + swish(x)'])[-1], right[-1], rel_tol=1e-6)  # by luck

# %% [markdown]
# ## Questions
# 1. Why does the network with the fault end with three times the error of the other?
# 2. How many forward passes does the check of all 337 parameters of a network take?
# 3. A closure forgets `* out.grad`. Where is its gradient still right?
#
# ## Exercises
# `gradient_check`, `abs`, `maximum`: `python -m micrograd check gradient_check`
