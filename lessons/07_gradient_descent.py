# %% [markdown] lang="en"
# # 7. Gradient descent
# After this lesson you can write the loop that trains a network, say what each of
# its lines does, and tell from a loss curve which line is wrong.
#
# Needs: lesson 6. Minutes: 25.
# %% [markdown] lang="zh"
# # 7. 梯度下降
# 学完本课，你能写出训练网络的循环，说清每一行做什么，
# 并能从损失曲线看出是哪一行出了错。
#
# 先修：第 6 课。用时：25 分钟。

# %%
import random

import matplotlib.pyplot as plt

from micrograd import MLP, Value, image, loss_curve, present

present()

# %% [markdown] lang="en"
# ## Four samples
# Four inputs, and what the network should say to each: 1 or -1. The loss adds up the
# squares of the errors: one Value, whose graph holds all 41 parameters.
# %% [markdown] lang="zh"
# ## 四个样本
# 四组输入，每组都有网络应当给出的答案：1 或 -1。损失是误差的平方和：
# 它是一个 Value，计算图里包含全部 41 个参数。

# %% [markdown] lang="en" ask="loss_of(lambda x: 0)"
# What is the loss of a model that always says 0?
#
# Each of the four errors is 1 or -1, each square is 1.
# %% [markdown] lang="zh" ask="loss_of(lambda x: 0)"
# 如果一个模型永远只回答 0，损失是多少？
#
# 四个误差都是 1 或 -1，平方都是 1。

# %%
xs = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
ys = [1.0, -1.0, -1.0, 1.0]


def loss_of(model):
    return sum((model(x) - y) ** 2 for x, y in zip(xs, ys))


random.seed(7)
model = MLP(3, [4, 4, 1], activation='tanh')
print('always 0:', loss_of(lambda x: 0), '  random weights:', loss_of(model).data)
assert loss_of(lambda x: 0) == 4 < loss_of(model).data and len(model.parameters()) == 41

# %% [markdown] lang="en"
# ## One step
# A gradient says how fast the loss rises with its parameter. So the parameter goes
# the other way, by a small number times its gradient: the learning rate, `lr`.
# %% [markdown] lang="zh"
# ## 走一步
# 一个参数的梯度告诉我们：参数变大时，损失上升得有多快。所以参数要往反方向走，
# 走的距离是梯度乘以一个很小的数，这个数就是学习率 `lr`。

# %%
loss = loss_of(model)
model.zero_grad()  # no gradients from before
loss.backward()
squares = sum(p.grad**2 for p in model.parameters())
print(f'loss {loss.data:.4f}, sum of the squared gradients {squares:.1f}')

# %% [markdown] lang="en" ask="loss.data - loss_of(model).data"
# All parameters make one step with lr = 0.0001. By how much does the loss fall?
#
# A parameter moves by lr · grad and the loss by grad times as much: lr · grad² for
# each, 0.0001 times the sum in all. Slopes predict well for small steps only.
# %% [markdown] lang="zh" ask="loss.data - loss_of(model).data"
# 所有参数以 lr = 0.0001 走一步。损失会下降多少？
#
# 一个参数移动 lr · grad，损失的变化量又是移动量的 grad 倍，即 lr · grad²，
# 全部加起来就是 0.0001 乘以上面的平方和。只有步子很小时，斜率的预测才准。

# %%
for p in model.parameters():
    p.data -= 0.0001 * p.grad
fall = loss.data - loss_of(model).data
print(f'the loss falls by {fall:.5f}, the slopes promise {0.0001 * squares:.5f}')
assert fall > 0 and abs(fall / (0.0001 * squares) - 1) < 0.01

# %% [markdown] lang="en"
# ## The loop
# Forward, gradients to 0, backward, step. Again and again, with lr = 0.05.
# %% [markdown] lang="zh"
# ## 循环
# 前向传播、梯度清零、反向传播、走一步。如此反复，lr = 0.05。

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

# %% [markdown] lang="en"
# ## Without `zero_grad`
# p starts at 0, the loss is (p - 3)², lr is 0.1. Its gradient is -6, so p becomes 0.6.
# %% [markdown] lang="zh"
# ## 忘了 `zero_grad`
# 用一个参数最容易看清：p 从 0 开始，损失是 (p - 3)²，lr 是 0.1。
# 它的梯度是 -6，于是 p 变成 0.6。

# %% [markdown] lang="en" ask="p.grad"
# At p = 0.6 the slope is 2 · (0.6 - 3) = -4.8. We forget `zero_grad` and call
# `backward()` again. What is `p.grad`?
#
# -6 - 4.8: `backward()` adds to what is there, and -6 is still there.
# %% [markdown] lang="zh" ask="p.grad"
# 在 p = 0.6 处斜率是 2 · (0.6 - 3) = -4.8。我们忘了 `zero_grad`，
# 又调用了一次 `backward()`。`p.grad` 是多少？
#
# -6 - 4.8：`backward()` 把梯度累加到原有的值上，而 -6 还留在那里。

# %%
p = Value(0.0)
((p - 3) ** 2).backward()
assert p.grad == -6
p.data -= 0.1 * p.grad
((p - 3) ** 2).backward()
print(f'p {p.data:.1f}, its slope {2 * (p.data - 3):.1f}, p.grad {p.grad:.1f}')
assert abs(p.grad - (-6 - 4.8)) < 1e-12

# %% [markdown] lang="en"
# ## How long a step?
# The same parameter, 100 steps, now with `zero_grad`. At lr = 0.1 it ends at 3.
# %% [markdown] lang="zh"
# ## 步子多大才好？
# 还是这个参数，走 100 步，这次不忘 `zero_grad`。lr = 0.1 时它停在 3。

# %% [markdown] lang="en" ask="paths[1.0][100]"
# With lr = 1, from p = 0: where is p after 100 steps?
#
# It jumps to 6 and back, over and over. At 1.1 each jump is longer than the last.
# %% [markdown] lang="zh" ask="paths[1.0][100]"
# 取 lr = 1，从 p = 0 出发：100 步之后 p 在哪里？
#
# p 跳到 6，又跳回 0，来来回回。lr 取 1.1 时，p 就一步比一步跳得更远。

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

# %% [markdown] lang="en"
# Now spoil the loop of the network in three ways. Which curve will be which?
# %% [markdown] lang="zh"
# 现在用三种办法把训练网络的循环弄坏。猜一猜，哪条曲线会对应哪一种？

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

# %% [markdown] lang="en"
# ## Questions
# 1. Why are the errors squared, and not just added up?
# 2. Where else in the loop could `zero_grad` go, and where not?
# 3. With which lr does the single parameter reach 3 in one step?
#
# ## Exercises
# `training_loop`: start with `python -m micrograd check training_loop`.
# %% [markdown] lang="zh"
# ## 思考题
# 1. 为什么要把误差平方，而不是直接相加？
# 2. `zero_grad` 还可以放在循环的什么地方？放在哪里就错了？
# 3. 只有一个参数 p 的那个例子，lr 取多少时，p 一步就能走到 3？
#
# ## 练习
# `training_loop`：运行 `python -m micrograd check training_loop`。
