# %% [markdown]
# # 6. From a neuron to a network
# After this lesson you can build a network out of neurons, count its parameters
# by hand, find its parts in a picture, and say why its weights start at random.
#
# Needs: lesson 5. Minutes: 20.

# %%
import random

import matplotlib.pyplot as plt

from micrograd import MLP, Layer, Value, draw_dot, image, present, trace, write_player

present()

# %% [markdown]
# ## A layer
# A neuron has a weight for each input, and a bias. A layer is several neurons
# side by side. All see the same inputs, each has weights of its own.

# %% [markdown] ask="len(layer.parameters())"
# A layer of 4 neurons sees 3 inputs. How many parameters does it have?
#
# Each neuron has 3 weights and 1 bias. 4 times 4 is 16.

# %%
random.seed(6)
x = [Value(2.0, label='x1'), Value(3.0, label='x2'), Value(-1.0, label='x3')]
layer = Layer(3, 4, activation='tanh')
by_hand = [neuron(x) for neuron in layer.neurons]  # all that a layer does
print('outputs', [round(out.data, 4) for out in by_hand])
print(len(layer.parameters()), 'parameters')
assert [out.data for out in layer(x)] == [out.data for out in by_hand]
assert len(layer.parameters()) == 4 * (3 + 1) == 16

# %% [markdown]
# ## A network
# Layers in a row: the outputs of one are the inputs of the next. That is a
# multi-layer perceptron. `MLP(3, [4, 4, 1])` takes 3 inputs through 4 neurons,
# 4 more, and 1, which is linear: it has no activation. Take a pencil.

# %% [markdown] ask="len(model.parameters())"
# How many parameters does `MLP(3, [4, 4, 1])` have?
#
# A layer with n inputs and m neurons has m · (n + 1). The three have 16, 20
# and 5, together 41. The inputs are not parameters: training does not change them.

# %%
model = MLP(3, [4, 4, 1], activation='tanh')
out = x
for layer in model.layers:  # all that a network does
    out = layer(out)
    print('neurons', len(layer.neurons), '  parameters', len(layer.parameters()))
assert out.data == model(x).data
assert [len(layer.parameters()) for layer in model.layers] == [16, 20, 5]
assert len(model.parameters()) == 16 + 20 + 5 == 41

# %% [markdown] ask="len(computed)"
# The graph of one output holds 3 inputs and 41 parameters. How many Values in
# it are computed? A neuron with n inputs makes n products and n sums (it starts
# from b), and in the first two layers a tanh.
#
# 32 weights make 32 products and 32 sums, and 8 neurons a tanh: 72.

# %%
nodes, _ = trace(out)
computed = [v for v in nodes if v._prev]
print(len(nodes), 'Values,', len(computed), 'of them computed')
assert len(computed) == 32 + 32 + 8 == 72 and len(nodes) == 72 + 41 + 3

# %% [markdown]
# ## Closed and open
# One pass backward, and three pictures of the same graph: a box for each layer,
# a box for each neuron, and every Value (zoom in). Find one neuron in all three.

# %%
out.label = 'out'
out.backward()
draw_dot(out, collapse='layer', filename=image('06_layers.svg'))
draw_dot(out, collapse='neuron', filename=image('06_neurons.svg'))
draw_dot(out, filename=image('06_values.svg'))

small = MLP(2, [2, 1], activation='tanh')  # few enough to follow each step
write_player(small(x[:2]), image('06_pass.html'))

# %% [markdown]
# ## Why at random?
# Weights start at random, biases at 0. Why not all at the same number? Take 0,
# the most natural one.

# %% [markdown] ask="sum(p.grad != 0 for p in zeros.parameters())"
# All 41 parameters are 0. How many of them get a gradient other than 0?
#
# Only the last bias. The weight of a neuron gets its input times what comes
# from above: in front the weights above are 0, at the end the inputs are.

# %%
zeros = MLP(3, [4, 4, 1], activation='tanh', init=0.0)
assert all(p.data == 0 for p in zeros.parameters())
zeros(x).backward()
print(sum(p.grad != 0 for p in zeros.parameters()), 'of 41 gradients are not 0')
assert [p for p in zeros.parameters() if p.grad] == [zeros.layers[-1].neurons[0].b]

# %% [markdown] ask="len(set(rows[-1]))"
# Now all 41 start at 0.1, and all gradients are there. 30 times we move each
# parameter a little against its gradient (lesson 7). How many
# distinct values of w0 do the 4 neurons of the first layer have then?
#
# One. Equal neurons compute the same, get the same gradient and stay equal:
# four neurons that count as one. This is the symmetry that chance breaks.

# %%
def watch(model):
    """The w0 of the 4 neurons of the first layer, before each of 30 steps."""
    rows = []
    for _ in range(30):
        rows.append([neuron.w[0].data for neuron in model.layers[0].neurons])
        loss = (model(x) - 1) ** 2
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= 0.02 * p.grad
    return rows


equal = MLP(3, [4, 4, 1], activation='tanh')
for p in equal.parameters():
    p.data = 0.1
rows = watch(equal)
print('different w0 after 30 steps, all from 0.1:', len(set(rows[-1])))
assert rows[-1] != rows[0] and all(len(set(row)) == 1 for row in rows)

# %%
rows_at_random = watch(model)
print('different w0 after 30 steps, from random weights:', len(set(rows_at_random[-1])))
assert len(set(rows_at_random[-1])) == 4

plt.rcParams['font.size'] = 18
figure, panels = plt.subplots(1, 2, figsize=(12, 6), sharey=True, layout='constrained')
for axes, curves in zip(panels, (rows, rows_at_random)):
    for w0, color in zip(zip(*curves), ('#0072B2', '#D55E00', '#009E73', '#CC79A7')):
        axes.plot(w0, color=color, linewidth=4)
panels[0].set(title='all from 0.1: four lines in one', xlabel='step', ylabel='w0')
panels[1].set(title='from random weights', xlabel='step')
figure.savefig(image('06_symmetry.svg'))

# %% [markdown]
# ## Questions
# 1. Count the parameters of `MLP(2, [16, 16, 1])`, the network of lesson 8.
# 2. Without tanh, could the three layers do more than a single neuron?
# 3. The biases all start at 0. Why does that do no harm?
#
# ## Exercises
# `layer`, `mlp`: start with `python -m micrograd check layer`.
