# %% [markdown]
# # 7. Gradient descent
# After this lesson you can write the loop that trains a network, say what each of
# its lines does, and tell from a loss curve which line is wrong.
#
# Needs: lesson 6. Minutes: 25.

# %%
import random

import matplotlib.pyplot as plt

from micrograd import MLP, Value, image, loss_curve, present

present()

# %% [markdown]
# ## Four samples
# Four inputs, and what the network should say to each: 1 or -1. The loss adds up the
# squares of the errors: one Value, whose graph holds all 41 parameters.

# %% [markdown] ask="loss_of(lambda x: 0)"
# What is the loss of a model that always says 0?
#
# Each of the four errors is 1 or -1, each square is 1.

# %%
xs = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
ys = [1.0, -1.0, -1.0, 1.0]


def loss_of(model):
    return sum((model(x) - y) ** 2 for x, y in zip(xs, ys))


random.seed(7)
model = MLP(3, [4, 4, 1], activation='tanh')
print('always 0:', loss_of(lambda x: 0), '  random weights:', loss_of(model).data)
assert loss_of(lambda x: 0) == 4 < loss_of(model).data and len(model.parameters()) == 41

# %% [markdown]
# ## One step
# A gradient says how fast the loss rises with its parameter. So the parameter goes
# the other way, by a small number times its gradient: the learning rate, `lr`.

# %%
loss = loss_of(model)
model.zero_grad()  # no gradients from before
loss.backward()
squares = sum(p.grad**2 for p in model.parameters())
print(f'loss {loss.data:.4f}, sum of the squared gradients {squares:.1f}')

# %% [markdown] ask="loss.data - loss_of(model).data"
# All parameters make one step with lr = 0.0001. By how much does the loss fall?
#
# A parameter moves by lr · grad and the loss by grad times as much: lr · grad² for
# each, 0.0001 times the sum in all. Slopes predict well for small steps only.

# %%
for p in model.parameters():
    p.data -= 0.0001 * p.grad
fall = loss.data - loss_of(model).data
print(f'the loss falls by {fall:.5f}, the slopes promise {0.0001 * squares:.5f}')
assert fall > 0 and abs(fall / (0.0001 * squares) - 1) < 0.01

# %% [markdown]
# ## The loop
# Forward, gradients to 0, backward, step. Again and again, with lr = 0.05.

# %%
for step in range(50):
    loss = loss_of(model)
    model.zero_grad()
    loss.backward()
    for p in model.parameters():
        p.data -= 0.05 * p.grad
    if step % 10 == 0:
        print(f'step {step:2}  loss {loss.data:.6f}')
print('answers', [round(model(x).data, 3) for x in xs])
assert all(abs(model(x).data - y) < 0.1 for x, y in zip(xs, ys))

# %% [markdown]
# ## Without `zero_grad`
# p starts at 0, the loss is (p - 3)², lr is 0.1. Its gradient is -6, so p becomes 0.6.

# %% [markdown] ask="p.grad"
# At p = 0.6 the slope is 2 · (0.6 - 3) = -4.8. We forget `zero_grad` and call
# `backward()` again. What is `p.grad`?
#
# -6 - 4.8: `backward()` adds to what is there, and -6 is still there.

# %%
p = Value(0.0)
((p - 3) ** 2).backward()
assert p.grad == -6
p.data -= 0.1 * p.grad
((p - 3) ** 2).backward()
print(f'p {p.data:.1f}, its slope {2 * (p.data - 3):.1f}, p.grad {p.grad:.1f}')
assert abs(p.grad - (-6 - 4.8)) < 1e-12

# %% [markdown]
# ## How long a step?
# The same parameter, 100 steps, now with `zero_grad`. At lr = 0.1 it ends at 3.

# %% [markdown] ask="paths[1.0][100]"
# With lr = 1, from p = 0: where is p after 100 steps?
#
# It jumps to 6 and back, over and over. At 1.1 each jump is longer than the last.

# %%
paths = {0.1: [0.0], 1.0: [0.0], 1.1: [0.0]}
for lr, path in paths.items():
    p = Value(0.0)
    for _ in range(100):
        p.grad = 0.0
        ((p - 3) ** 2).backward()
        p.data -= lr * p.grad
        path.append(p.data)
    print(f'lr {lr}: p after 100 steps {p.data:.4g}')
assert abs(paths[0.1][100] - 3) < 1e-6 and paths[1.0][100] == 0
assert abs(paths[1.1][100]) > 1e8

# %%
plt.rcParams.update({'font.size': 20, 'lines.linewidth': 3, 'lines.markersize': 12})
figure, panels = plt.subplots(1, 3, figsize=(14, 6), sharey=True, layout='constrained')
curve = [3 + i / 10 for i in range(-70, 71)]
for axes, (lr, path) in zip(panels, paths.items()):
    axes.plot(curve, [(p - 3) ** 2 for p in curve], color='#999999')
    axes.plot(path[:5], [(p - 3) ** 2 for p in path[:5]], 'o-', color='#D55E00')
    axes.set(title=f'lr = {lr}', xlabel='p')
panels[0].set_ylabel('loss')
figure.savefig(image('07_step_sizes.svg'))

# %% [markdown]
# Now spoil the loop of the network in three ways. Which curve will be which?

# %%
def train(lr, forget=False):
    random.seed(7)
    model = MLP(3, [4, 4, 1], activation='tanh')
    losses = []
    for _ in range(50):
        loss = loss_of(model)
        if not forget:
            model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        losses.append(loss.data)
    return losses

# %%
right, forgot = train(0.05), train(0.05, forget=True)
large, small = train(0.2), train(0.0005)
figure = loss_curve({'lr 0.05': right, 'zero_grad forgotten': forgot,
                     'lr 0.2': large, 'lr 0.0005': small})
figure.axes[0].set(ylim=(1e-4, 1e4), xlabel='step')
figure.savefig(image('07_loss_curves.svg'))
print('last losses:', *[f'{path[-1]:.2g}' for path in (right, forgot, large, small)])
assert right[-1] < 0.01 and forgot[-1] > 10 * right[-1]  # the gradients pile up
assert large[-1] > 1e6 * large[0] and right[-1] < small[-1] < small[0] < 3 * small[-1]

# %% [markdown]
# ## Questions
# 1. Why are the errors squared, and not just added up?
# 2. Where else in the loop could `zero_grad` go, and where not?
# 3. With which lr does the single parameter reach 3 in one step?
#
# ## Exercises
# `training_loop`: start with `python -m micrograd check training_loop`.
