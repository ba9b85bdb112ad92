# %% [markdown] lang="en"
# # 8. A network learns a rule
# After this lesson you can train a network on a regression from end to end, read its
# loss curve, and say why a regression must not end in a ReLU.
#
# Needs: lesson 7. Minutes: 25.
# %% [markdown] lang="zh"
# # 8. 让网络学会一条规律
# 学完本课，你能从头到尾完成一个回归任务，读懂损失曲线，
# 并说明为什么回归网络的最后一层不能用 ReLU。
#
# 先修：第 7 课。用时：25 分钟。

# %%
import random

import matplotlib.pyplot as plt

from micrograd import (
    MLP, Neuron, Value, compile_loss, draw_dot, image, loss_curve, present,
    relaxed_gc, write_player)

present()

# %% [markdown] lang="en"
# ## The task
# Somebody knows the rule y = 2 · x1 - 3 · x2 + 0.5. The network does not. All it gets
# is 100 samples, with x1 and x2 between -2 and 2. We keep one question for the end.
# %% [markdown] lang="zh"
# ## 任务
# 有人知道规律 y = 2 · x1 - 3 · x2 + 0.5，网络却不知道。它只得到 100 个样本，
# x1 和 x2 都在 -2 到 2 之间。我们留一道题，最后用来考它。

# %% [markdown] lang="en" ask="truth"
# What is y at (1.5, -2.0)?
#
# 3 + 6 + 0.5. The network will have to find it without the rule.
# %% [markdown] lang="zh" ask="truth"
# 在 (1.5, -2.0) 处，y 是多少？
#
# 3 + 6 + 0.5。网络得在不知道规律的情况下把它找出来。

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

# %% [markdown] lang="en"
# ## The loss of one sample
# The loss is the square of the error. With 337 parameters its graph is too large to
# project, so we look at the smallest network first: one linear neuron, all weights 0.
# %% [markdown] lang="zh"
# ## 一个样本的损失
# 损失是误差的平方。337 个参数的计算图太大，投影也放不下，
# 所以先看最小的网络：一个线性神经元，权重全是 0。

# %% [markdown] lang="en" ask="neuron.b.grad"
# It says 0 where 9.5 is right. What is the gradient of its bias b?
#
# The error is -9.5, and the slope of its square is twice that. The sums pass it on to
# b as it is. It is negative: the loss falls if b grows.
# %% [markdown] lang="zh" ask="neuron.b.grad"
# 正确答案是 9.5，这个神经元却回答 0。它的偏置 b 的梯度是多少？
#
# 误差是 -9.5，平方的斜率是误差的两倍，加法把它原样传给 b。
# 梯度是负的：b 变大，损失就变小。

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

# %% [markdown] lang="en"
# ## The loop
# The loop of lesson 7, a step after each sample; a round through all is an epoch.
# `relaxed_gc()` spares Python's collector vain searches, up to two thirds of the time.
# %% [markdown] lang="zh"
# ## 循环
# 还是第 7 课的循环，只是每个样本之后就走一步。所有样本过一遍，
# 称为一轮（epoch）。`relaxed_gc()` 让 Python 的垃圾回收器少白找几遍，
# 那最多占去三分之二的时间。

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

# %% [markdown] lang="en"
# 100 epochs would take ten times as long. `compile_loss` writes a faster program for
# `step`; lesson 16 opens it. Here we check its first ten losses, to the last bit.
# %% [markdown] lang="zh"
# 100 轮要花十倍的时间。`compile_loss` 会写出一个程序，做的事和 `step`
# 完全一样，只是更快；第 16 课会打开它看。
# 我们逐位核对前十个损失。

# %%
history = train(compile_loss(loss_of, parameters), epochs=100)
loss_curve(history).savefig(image('08_loss_curve.svg'))
print(f'at {point} y is {truth}, the model says {model(point).data:.4f}')
assert history[:10] == slow and history[-1] < 0.002
assert abs(model(point).data - truth) < 0.1

# %% [markdown] lang="en" ask="x[0].grad"
# The answer is right at a point that was not among the samples. Has the network learned
# the rule there? `out.backward()` goes on to the inputs: what should x1.grad be?
#
# In the rule y rises by 2 for each unit of x1. The network was never told so.
# %% [markdown] lang="zh" ask="x[0].grad"
# 这个点不在样本里，网络也答对了，这叫泛化。网络在这里学到规律了吗？
# `out.backward()` 会一直传到输入：x1.grad 应当是多少？
#
# 按照规律，x1 每增加一个单位，y 就增加 2。从来没有人把这一点告诉过网络。

# %%
out = model(x)
model.zero_grad()
out.backward()
print(f'x1.grad {x[0].grad:.4f}, x2.grad {x[1].grad:.4f}')
assert abs(x[0].grad - 2) < 0.05 and abs(x[1].grad + 3) < 0.05
answers = [model(inputs).data for inputs, _ in samples]
draw_dot(out, collapse='layer', filename=image('08_trained_network.svg'))

# %% [markdown] lang="en"
# ## A ReLU too many
# Some people also put a ReLU after the last layer. 45 of the 100 targets are negative.
# %% [markdown] lang="zh"
# ## 多了一个 ReLU
# 有人在最后一层后面也加上 ReLU。可是 100 个目标值中有 45 个是负数。

# %% [markdown] lang="en" ask="min(relu_answers)"
# What is then the smallest of the 100 answers, after 100 epochs?
#
# A ReLU never says less than 0. Where the target is negative that is its best answer,
# however long we train. A regression ends in a linear layer, as `MLP` does by itself.
# %% [markdown] lang="zh" ask="min(relu_answers)"
# 这样训练 100 轮之后，100 个回答中最小的是多少？
#
# ReLU 的输出不会小于 0；目标为负时，回答 0 已经是最好的结果。
# 这些样本的误差永远消不掉，训练再久也没有用。
# 回归网络要以线性层结尾，`MLP` 本来就是这样。

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

# %% [markdown] lang="en"
# ## Questions
# 1. Which weights and which bias make one linear neuron right for every sample?
# 2. What happens with 0.1 in place of 0.01? Try it.
# 3. At which targets would a network with tanh on its output fail?
#
# ## Exercises
# `mse`: start with `python -m micrograd check mse`.
# %% [markdown] lang="zh"
# ## 思考题
# 1. 一个线性神经元取什么样的权重和偏置，就能答对所有样本？
# 2. 把学习率 0.01 换成 0.1 会怎样？试一试。
# 3. 如果在输出上加 tanh，目标值落在哪里时，网络一定学不好？
#
# ## 练习
# `mse`：运行 `python -m micrograd check mse`。
