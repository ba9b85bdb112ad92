# %% [markdown] lang="en"
# # 6. From a neuron to a network
# After this lesson you can build a network out of neurons, count its parameters
# by hand, find its parts in a picture, and say why its weights start at random.
#
# Needs: lesson 5. Minutes: 20.
# %% [markdown] lang="zh"
# # 6. 从神经元到网络
# 学完本课，你能用神经元搭出一个网络，手算它的参数个数，
# 在计算图中认出它的各个部分，并说明权重为什么要随机初始化。
#
# 先修：第 5 课。用时：20 分钟。

# %%
import random

import matplotlib.pyplot as plt

from micrograd import MLP, Layer, Value, draw_dot, image, present, trace, write_player

present()

# %% [markdown] lang="en"
# ## A layer
# A neuron has a weight for each input, and a bias. A layer is several neurons
# side by side. All see the same inputs, each has weights of its own.
# %% [markdown] lang="zh"
# ## 层
# 一个神经元对每个输入各有一个权重，另外还有一个偏置。
# 层就是并排的若干个神经元：它们看到同样的输入，却各有各的权重。

# %% [markdown] lang="en" ask="len(layer.parameters())"
# A layer of 4 neurons sees 3 inputs. How many parameters does it have?
#
# Each neuron has 3 weights and 1 bias. 4 times 4 is 16.
# %% [markdown] lang="zh" ask="len(layer.parameters())"
# 一层有 4 个神经元，接收 3 个输入。这一层有多少个参数？
#
# 每个神经元有 3 个权重和 1 个偏置，4 乘以 4 等于 16。

# %%
random.seed(6)
x = [Value(2.0, label='x1'), Value(3.0, label='x2'), Value(-1.0, label='x3')]
layer = Layer(3, 4, activation='tanh')
by_hand = [neuron(x) for neuron in layer.neurons]  # all that a layer does
print('outputs', [round(out.data, 4) for out in by_hand])
print(len(layer.parameters()), 'parameters')
assert [out.data for out in layer(x)] == [out.data for out in by_hand]
assert len(layer.parameters()) == 4 * (3 + 1) == 16

# %% [markdown] lang="en"
# ## A network
# Layers in a row: the outputs of one are the inputs of the next. That is a
# multi-layer perceptron. `MLP(3, [4, 4, 1])` takes 3 inputs through 4 neurons,
# 4 more, and 1, which is linear: it has no activation. Take a pencil.
# %% [markdown] lang="zh"
# ## 网络
# 把层一个接一个排起来，前一层的输出就是后一层的输入，这就是多层感知机。
# `MLP(3, [4, 4, 1])` 有 3 个输入，依次经过 4 个、4 个和 1 个神经元；
# 最后这一个是线性的，没有激活函数。请拿出纸笔。

# %% [markdown] lang="en" ask="len(model.parameters())"
# How many parameters does `MLP(3, [4, 4, 1])` have?
#
# A layer with n inputs and m neurons has m · (n + 1). The three have 16, 20
# and 5, together 41. The inputs are not parameters: training does not change them.
# %% [markdown] lang="zh" ask="len(model.parameters())"
# `MLP(3, [4, 4, 1])` 一共有多少个参数？
#
# 有 n 个输入、m 个神经元的层有 m · (n + 1) 个参数。
# 三层分别是 16、20 和 5，合计 41。输入不是参数：训练不会改变它们。

# %%
model = MLP(3, [4, 4, 1], activation='tanh')
out = x
for layer in model.layers:  # all that a network does
    out = layer(out)
    print('neurons', len(layer.neurons), '  parameters', len(layer.parameters()))
assert out.data == model(x).data
assert [len(layer.parameters()) for layer in model.layers] == [16, 20, 5]
assert len(model.parameters()) == 16 + 20 + 5 == 41

# %% [markdown] lang="en" ask="len(computed)"
# The graph of one output holds 3 inputs and 41 parameters. How many Values in
# it are computed? A neuron with n inputs makes n products and n sums (it starts
# from b), and in the first two layers a tanh.
#
# 32 weights make 32 products and 32 sums, and 8 neurons a tanh: 72.
# %% [markdown] lang="zh" ask="len(computed)"
# 一个输出的计算图里有 3 个输入和 41 个参数，其余的 Value 都是算出来的。
# 算出来的有多少个？有 n 个输入的神经元做 n 次乘法、n 次加法（从 b 开始加），
# 前两层的神经元还各做一次 tanh。
#
# 32 个权重带来 32 次乘法和 32 次加法，8 个神经元各有一次 tanh，共 72 个。

# %%
nodes, _ = trace(out)
computed = [v for v in nodes if v._prev]
print(len(nodes), 'Values,', len(computed), 'of them computed')
assert len(computed) == 32 + 32 + 8 == 72 and len(nodes) == 72 + 41 + 3

# %% [markdown] lang="en"
# ## Closed and open
# One pass backward, and three pictures of the same graph: a box for each layer,
# a box for each neuron, and every Value (zoom in). Find one neuron in all three.
# %% [markdown] lang="zh"
# ## 折叠与展开
# 做一次反向传播，再把同一张计算图画三次：每层一个框，每个神经元一个框，
# 每个 Value 一个框（这张要放大看）。请在三张图里找到同一个神经元。

# %%
out.label = 'out'
out.backward()
draw_dot(out, collapse='layer', filename=image('06_layers.svg'))
draw_dot(out, collapse='neuron', filename=image('06_neurons.svg'))
draw_dot(out, filename=image('06_values.svg'))

small = MLP(2, [2, 1], activation='tanh')  # few enough to follow each step
write_player(small(x[:2]), image('06_pass.html'))

# %% [markdown] lang="en"
# ## Why at random?
# Weights start at random, biases at 0. Why not all at the same number? Take 0,
# the most natural one.
# %% [markdown] lang="zh"
# ## 为什么要随机？
# 权重随机初始化，偏置从 0 开始。为什么不让所有权重都取同一个数呢？
# 先试试最自然的选择：0。

# %% [markdown] lang="en" ask="sum(p.grad != 0 for p in zeros.parameters())"
# All 41 parameters are 0. How many of them get a gradient other than 0?
#
# Only the last bias. The weight of a neuron gets its input times what comes
# from above: in front the weights above are 0, at the end the inputs are.
# %% [markdown] lang="zh" ask="sum(p.grad != 0 for p in zeros.parameters())"
# 41 个参数全是 0。其中有几个参数的梯度不为 0？
#
# 只有一个：最后一层的偏置。权重的梯度等于它的输入乘以上游梯度：
# 在前面的层里，后一层的权重是 0，上游梯度就是 0；在最后一层，输入是 0。

# %%
zeros = MLP(3, [4, 4, 1], activation='tanh', init=0.0)
assert all(p.data == 0 for p in zeros.parameters())
zeros(x).backward()
print(sum(p.grad != 0 for p in zeros.parameters()), 'of 41 gradients are not 0')
assert [p for p in zeros.parameters() if p.grad] == [zeros.layers[-1].neurons[0].b]

# %% [markdown] lang="en" ask="len(set(rows[-1]))"
# Now all 41 start at 0.1, and all gradients are there. 30 times we move each
# parameter a little against its gradient (lesson 7). How many
# distinct values of w0 do the 4 neurons of the first layer have then?
#
# One. Equal neurons compute the same, get the same gradient and stay equal:
# four neurons that count as one. This is the symmetry that chance breaks.
# %% [markdown] lang="zh" ask="len(set(rows[-1]))"
# 现在 41 个参数都从 0.1 开始，梯度都不再是 0。我们把每个参数逆着梯度
# 挪动一小步，重复 30 次（见第 7 课）。这时第一层 4 个神经元的 w0
# 有几个不同的值？
#
# 一个。相同的神经元算出相同的结果，得到相同的梯度，于是永远相同：
# 四个神经元只相当于一个。随机初始化打破的正是这种对称性。

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

# %% [markdown] lang="en"
# ## Questions
# 1. Count the parameters of `MLP(2, [16, 16, 1])`, the network of lesson 8.
# 2. Without tanh, could the three layers do more than a single neuron?
# 3. The biases all start at 0. Why does that do no harm?
#
# ## Exercises
# `layer`, `mlp`: start with `python -m micrograd check layer`.
# %% [markdown] lang="zh"
# ## 思考题
# 1. 数一数第 8 课的网络 `MLP(2, [16, 16, 1])` 有多少个参数。
# 2. 如果去掉 tanh，三层网络能比单个神经元做得更多吗？
# 3. 偏置全都从 0 开始，为什么没有坏处？
#
# ## 练习
# `layer`、`mlp`：先运行 `python -m micrograd check layer`。
