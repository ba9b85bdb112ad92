# %% [markdown]
# # 3. A network learns
# Afterwards you can write the loop that trains a network, read a loss curve,
# and say why a regression must not end in a ReLU. Needs: lesson 2.
# Time: 25 minutes.

# %%
from micrograd.lesson import image, present

present()

# %% [markdown]
# ## The task
# Somebody knows the rule y = 2 * x1 - 3 * x2 + 0.5. The network does not: all
# it gets is 100 samples. What is y at (1.5, -2.0)? And what will a network say
# that starts from random weights?

# %%
import random

from micrograd import MLP, Value, draw_dot, relaxed_gc, trace

random.seed(3)
model = MLP(2, [16, 16, 1])
samples = []
for _ in range(100):
    x1, x2 = random.uniform(-2, 2), random.uniform(-2, 2)
    samples.append(((x1, x2), 2 * x1 - 3 * x2 + 0.5))

point, truth = (1.5, -2.0), 2 * 1.5 - 3 * -2.0 + 0.5
print(len(model.parameters()), 'parameters')
print(f'at {point} y is {truth}, the model says {model(point).data:.4f}')
assert len(model.parameters()) == 337 and truth == 9.5
assert abs(model(point).data - truth) > 1

# %% [markdown]
# ## What to make smaller
# The loss of a sample is the square of the error: one number, 0 if the network
# is right, whose graph holds every parameter. How large is that graph? We draw
# it for a network of a single linear neuron. Which weights and which bias make
# its loss 0, and not for this sample alone?

# %%
nodes, _ = trace((model(point) - truth) ** 2)
print(f'the loss of the model: {len(nodes)} numbers, too many for a wall')

neuron = MLP(2, [1])
x = [Value(1.5, label='x1'), Value(-2.0, label='x2')]
error = neuron(x) - Value(9.5, label='y')
loss = error**2
error.label, loss.label = 'error', 'loss'
loss.backward()
draw_dot(loss, filename=image('03_loss_of_one_sample.svg'))

# %%
for p, right in zip(neuron.parameters(), (2.0, -3.0, 0.5)):
    p.data = right
largest = max(abs(neuron(x).data - y) for x, y in samples)
print(f'with weights 2, -3 and bias 0.5 the largest error is {largest:.0e}')
assert largest < 1e-12

# %% [markdown]
# We know the rule. A network has to find its parameters from the slopes alone:
# where the slope is positive, the loss rises with the parameter. Which way must
# that parameter go, then?
#
# ## The loop
# Against its slope, by 0.01 times the gradient. Sample after sample, 100 rounds
# (epochs) through all of them. Each sample takes four steps, and the second is
# the one that everybody forgets once. What would happen without it?

# %%
def train(predict, parameters, epochs):
    history = []
    for epoch in range(1, epochs + 1):
        total = 0.0
        for x, y in samples:
            loss = (predict(x) - y) ** 2
            for p in parameters:
                p.grad = 0.0
            loss.backward()
            for p in parameters:
                p.data -= 0.01 * p.grad
            total += loss.data
        history.append(total / len(samples))
        if epoch % 10 == 0:
            print(f'epoch {epoch:3}: mean squared error {history[-1]:.6f}')
    return history


# A step makes thousands of objects: the garbage collector may run less often.
with relaxed_gc():
    history = train(model, model.parameters(), epochs=100)

# %% [markdown]
# Gradients add up: without the second step the parameters would follow the
# slopes of all earlier samples as well. What does the network say now?

# %%
def mean_squared_error(predict):
    return sum((predict(x).data - y) ** 2 for x, y in samples) / len(samples)


print(f'mean squared error {mean_squared_error(model):.6f}')
print(f'at {point} y is {truth}, the model says {model(point).data:.4f}')
assert mean_squared_error(model) < 0.005
assert abs(model(point).data - truth) < 0.2

# %%
import matplotlib.pyplot as plt

plt.rcParams['font.size'] = 18
figure, axes = plt.subplots(figsize=(10, 6), layout='constrained')
axes.semilogy(range(1, 101), history, color='#0072B2', linewidth=3)
axes.set(xlabel='epoch', ylabel='mean squared error')
figure.savefig(image('03_loss_curve.svg'))

# %% [markdown]
# The axis is logarithmic: from one number to the next it is ten times less.
#
# ## A ReLU too many
# Some put a ReLU behind the last layer, too. On this task their mean squared
# error stops falling somewhere between 6 and 9. Which samples can a ReLU never
# get right?

# %%
negative = [y for _, y in samples if y < 0]
floor = sum(y**2 for y in negative) / len(samples)
print(f'{len(negative)} of {len(samples)} targets are negative')
print(f'0 for those, and all others right, would leave an error of {floor:.4f}')

random.seed(3)
other = MLP(2, [16, 16, 1])  # the weights that the model had at the start


def with_relu(x):
    return other(x).relu()


with relaxed_gc():
    train(with_relu, other.parameters(), epochs=10)
print(f'the network with the ReLU has {mean_squared_error(with_relu):.4f}')
assert 6 < floor < mean_squared_error(with_relu) < 1.01 * floor < 9

# %%
targets = [y for _, y in samples]
figure, axes = plt.subplots(figsize=(10, 6.5), layout='constrained')
axes.plot(targets, [model(x).data for x, _ in samples], 'o', color='#0072B2',
          markersize=14, fillstyle='none', label='linear output')
axes.plot(targets, [with_relu(x).data for x, _ in samples], '^', color='#D55E00',
          markersize=7, label='ReLU on the output')
axes.set(xlabel='target', ylabel='prediction')
axes.legend()
figure.savefig(image('03_relu_on_the_output.svg'))

# %% [markdown]
# Where the target is negative the ReLU says 0, the best that it can say, so
# training longer cannot help. A regression ends in a linear layer, as `MLP`
# does by itself.
#
# ## Questions
# 1. Why is the loss squared, and not just the error?
# 2. What happens with 0.1 in place of 0.01? Try it.
# 3. At which targets would a network with tanh on its output fail?
