# %% [markdown]
# # 8. A network learns a rule
# After this lesson you can train a network on a regression from end to end, read its
# loss curve, and say why a regression must not end in a ReLU.
#
# Needs: lesson 7. Minutes: 25.

# %%
import random

import matplotlib.pyplot as plt

from micrograd import (
    MLP, Neuron, Value, compile_loss, draw_dot, image, loss_curve, present,
    relaxed_gc, write_player)

present()

# %% [markdown]
# ## The task
# Somebody knows the rule y = 2 · x1 - 3 · x2 + 0.5. The network does not. All it gets
# is 100 samples, with x1 and x2 between -2 and 2. We keep one question for the end.

# %% [markdown] ask="truth"
# What is y at (1.5, -2.0)?
#
# 3 + 6 + 0.5. The network will have to find it without the rule.

# %%
random.seed(3)
model = MLP(2, [16, 16, 1])
parameters = model.parameters()
start = [p.data for p in parameters]
samples = []
for _ in range(100):
    x1, x2 = random.uniform(-2, 2), random.uniform(-2, 2)
    samples.append(((x1, x2), 2 * x1 - 3 * x2 + 0.5))
point, truth = (1.5, -2.0), 2 * 1.5 - 3 * -2.0 + 0.5
print(f'at {point} y is {truth}, random weights say {model(point).data:.4f}')
assert len(parameters) == 337 and truth == 9.5
assert abs(model(point).data - truth) > 1 and point not in dict(samples)

# %% [markdown]
# ## The loss of one sample
# The loss is the square of the error. With 337 parameters its graph is too large to
# project, so we look at the smallest network first: one linear neuron, all weights 0.

# %% [markdown] ask="neuron.b.grad"
# It says 0 where 9.5 is right. What is the gradient of its bias b?
#
# The error is -9.5, and the slope of its square is twice that. The sums pass it on to
# b as it is. It is negative: the loss falls if b grows.

# %%
x = [Value(1.5, label='x1'), Value(-2.0, label='x2')]
neuron = Neuron(2, nonlin=False, init=0.0)
error = neuron(x) - Value(9.5, label='y')
loss = error**2
error.label, loss.label = 'error', 'loss'
write_player(loss, image('08_pass.html'))
loss.backward()
draw_dot(loss, filename=image('08_loss_of_one_sample.svg'))
print('b.grad', neuron.b.grad)
assert neuron.b.grad == 2 * (0 - 9.5) == -19

# %% [markdown]
# ## The loop
# The loop of lesson 7, a step after each sample; a round through all is an epoch.
# `relaxed_gc()` spares Python's collector vain searches, up to two thirds of the time.

# %%
def loss_of(x1, x2, y):
    return (model([x1, x2]) - y) ** 2


def step(x1, x2, y):
    loss = loss_of(x1, x2, y)
    loss.backward()
    return loss.data

# %%
def train(step, epochs):
    history = []
    for p, data in zip(parameters, start):
        p.data = data
    for epoch in range(1, epochs + 1):
        total = 0.0
        for (x1, x2), y in samples:
            for p in parameters:
                p.grad = 0.0
            total += step(x1, x2, y)
            for p in parameters:
                p.data -= 0.01 * p.grad
        history.append(total / len(samples))
        if epoch % 10 == 0:
            print(f'epoch {epoch:3}: mean squared error {history[-1]:.6f}')
    return history


with relaxed_gc():
    slow = train(step, epochs=10)

# %% [markdown]
# 100 epochs would take ten times as long. `compile_loss` writes a faster program for
# `step`; lesson 16 opens it. Here we check its first ten losses, to the last bit.

# %%
history = train(compile_loss(loss_of, parameters), epochs=100)
loss_curve(history).savefig(image('08_loss_curve.svg'))
print(f'at {point} y is {truth}, the model says {model(point).data:.4f}')
assert history[:10] == slow and history[-1] < 0.002
assert abs(model(point).data - truth) < 0.1

# %% [markdown] ask="x[0].grad"
# The answer is right at a point that was not among the samples. Has the network learned
# the rule there? `out.backward()` goes on to the inputs: what should x1.grad be?
#
# In the rule y rises by 2 for each unit of x1. The network was never told so.

# %%
out = model(x)
model.zero_grad()
out.backward()
print(f'x1.grad {x[0].grad:.4f}, x2.grad {x[1].grad:.4f}')
assert abs(x[0].grad - 2) < 0.05 and abs(x[1].grad + 3) < 0.05
answers = [model(inputs).data for inputs, _ in samples]
draw_dot(out, collapse='layer', filename=image('08_trained_network.svg'))

# %% [markdown]
# ## A ReLU too many
# Some people also put a ReLU after the last layer. 45 of the 100 targets are negative.

# %% [markdown] ask="min(relu_answers)"
# What is then the smallest of the 100 answers, after 100 epochs?
#
# A ReLU never says less than 0. Where the target is negative that is its best answer,
# however long we train. A regression ends in a linear layer, as `MLP` does by itself.

# %%
stuck = train(compile_loss(lambda x1, x2, y: (model([x1, x2]).relu() - y) ** 2,
                           parameters), epochs=100)
relu_answers = [model(inputs).relu().data for inputs, _ in samples]
targets = [y for _, y in samples]
negative = [y for y in targets if y < 0]
floor = sum(y**2 for y in negative) / len(samples)
print(f'smallest answer {min(relu_answers)}')
print(f'0 for each negative target, and all others right, would leave {floor:.4f}')
assert len(negative) == 45 and min(relu_answers) == 0
assert 6 < floor < stuck[-1] < 1.001 * floor < 9

# %%
plt.rcParams['font.size'] = 18
figure, axes = plt.subplots(figsize=(10, 6.5), layout='constrained')
axes.plot(targets, answers, 'o', color='#0072B2', markersize=14, fillstyle='none',
          label='linear output')
axes.plot(targets, relu_answers, '^', color='#D55E00', markersize=7,
          label='ReLU on the output')
axes.set(xlabel='target', ylabel='answer')
axes.legend()
figure.savefig(image('08_relu_on_the_output.svg'))

# %% [markdown]
# ## Questions
# 1. Which weights and which bias make one linear neuron right for every sample?
# 2. What happens with 0.1 in place of 0.01? Try it.
# 3. At which targets would a network with tanh on its output fail?
#
# ## Exercises
# `mse`: start with `python -m micrograd check mse`.
