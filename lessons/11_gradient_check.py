# %% [markdown] lang="en"
# # 11. Is the gradient right?
# After this lesson you can check any gradient against measured slopes, choose step and
# tolerance, say what to expect at a corner, and find the closure that is wrong.
#
# Needs: lessons 1, 3 and 9. Minutes: 25.
# %% [markdown] lang="zh"
# # 11. 梯度算对了吗？
# 学完本课，你能用测出来的斜率检验任何梯度，会选步长和容差，
# 知道折点处会测出什么，并能找出写错的那个闭包。
#
# 先修：第 1、3、9 课。用时：25 分钟。

# %%
import random
from math import exp, isclose

from micrograd import (
    MLP, SGD, Value, explain, fit, grad_check, image, linear, present, write_player)

present()

# %% [markdown] lang="en"
# ## A wrong gradient does not crash
# swish(x) = x · sigmoid(x) looks like a ReLU without the corner. A student makes it an
# operation of her own, and an activation out of it. There is one fault. Who sees it?
# %% [markdown] lang="zh"
# ## 梯度错了，程序不报错
# swish(x) = x · sigmoid(x) 像一个没有折点的 ReLU。有位同学把它写成自己的运算，
# 再用它拼成一个激活函数。代码里有一处错误，谁看得出来？

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

# %% [markdown] lang="en" ask="faulty[-1] < faulty[0] / 100"
# A network learns with it for 30 epochs. Will its loss fall to less than a hundredth?
#
# It does: what is roughly right still points downhill. A falling loss proves nothing.
# %% [markdown] lang="zh" ask="faulty[-1] < faulty[0] / 100"
# 网络用这个激活函数学习 30 轮，损失会降到原来的百分之一以下吗？
#
# 会：梯度只要大致正确，就仍能带着损失往下走。损失下降什么也证明不了。

# %%
def train(activation):
    random.seed(1)
    model = MLP(2, [6, 1], activation=activation)
    return fit(model, linear(40), lambda prediction, y: (prediction - y) ** 2,
               SGD(model.parameters(), lr=0.02), epochs=30, progress=False)['loss']


faulty = train(bent)
print(f'mean squared error: epoch 1 {faulty[0]:.3f}, epoch 30 {faulty[-1]:.5f}')
assert faulty[-1] < faulty[0] / 100

# %% [markdown] lang="en" ask="accepted"
# Only a measured slope can judge. An article takes a forward difference with step
# 1e-4, and accepts an error below 1e-5. Which one of these passes?
# a) exp at 2, gradient exp(2)
# b) exp at 20, gradient exp(20)
# c) x / 1,000,000 at 1, gradient 2e-6
#
# The wrong one alone! A forward difference is off by about step/2 · f''(x). And errors
# count in proportion: 1e-5 is nothing to a slope of 500 million, but huge to 1e-6.
# %% [markdown] lang="zh" ask="accepted"
# 只有测出来的斜率能当裁判。有篇文章用前向差分，步长 1e-4，误差小于 1e-5 就算通过。
# 下面哪一个能通过？
# a) exp 在 2 处，梯度 exp(2)
# b) exp 在 20 处，梯度 exp(20)
# c) x / 1000000 在 1 处，梯度 2e-6
#
# 偏偏只有错的那个！步长为 h 时，前向差分的误差约为 f''(x) · h/2。
# 而且误差要按比例来看：斜率有五亿时，1e-5 不值一提；斜率只有百万分之一时，
# 1e-5 比斜率还大。

# %%
accepted = ''
for name, f, x, grad in (('a', exp, 2, exp(2)), ('b', exp, 20, exp(20)),
                         ('c', lambda x: x / 1e6, 1, 2e-6)):
    error = abs((f(x + 1e-4) - f(x)) / 1e-4 - grad)
    print(f'{name}) gradient {grad:<8.3g} error {error:.1e} accepted: {error < 1e-5}')
    accepted += name if error < 1e-5 else ''
assert accepted == 'c'

# %% [markdown] lang="en" ask="largest"
# In a) the error was 3.7e-4, and it shrinks with the step. Which is the largest of the
# steps 1e-1, 1e-2, 1e-3 … with which the forward difference passes?
#
# 3.7e-4 has to become 37 times smaller: two powers of ten. The central difference
# already passes with 1e-3, and is best around 1e-6 and 1e-5. We take 1e-5.
# %% [markdown] lang="zh" ask="largest"
# 刚才 a) 的误差是 3.7e-4，它随步长一起变小。步长取 1e-1、1e-2、1e-3 等，
# 其中前向差分能通过的最大步长是多少？
#
# 3.7e-4 要缩小到 1/37：步长得再小两个数量级。
# 中心差分从 1e-3 起就能通过，1e-6 到 1e-5 最准。我们用 1e-5。

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

# %% [markdown] lang="en" ask="at_corner"
# One more trap: the engine says that relu has the slope 0 at 0. What does the central
# difference measure there?
#
# Halfway between 0 on the left and 1 on the right: 0.5. At a corner every slope
# between the two sides is fair; beside it one is right, but a step that jumps across
# measures another. `grad_check` shrinks its steps until it knows both sides.
# %% [markdown] lang="zh" ask="at_corner"
# 还有一个陷阱：引擎规定 relu 在 0 处的斜率是 0。中心差分在那里会测出多少？
#
# 左边的 0 和右边的 1 的正中间：0.5。折点处，两侧斜率之间的每个数都说得通；
# 折点旁边只有一个是对的，但跨过折点的步长会测出别的数。
# `grad_check` 会不断减小步长，直到看清两侧的斜率。

# %%
def slope(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / (2 * h)


at_corner, beside = (slope(lambda x: max(x, 0), x) for x in (0, 1e-6))
print(f'relu: measured at 0 {at_corner:.2f}, at 1e-6 {beside:.2f}')
assert isclose(at_corner, 0.5) and isclose(beside, 0.55) and slope(abs, 0) == 0
for f, x in ((Value.relu, 0.0), (Value.relu, 1e-6), (abs, 0.0)):
    print(f'\n{f.__name__}: {grad_check(f, x)}')
    assert grad_check(f, x).inputs[0].verdict == ('right' if x else 'corner')

# %% [markdown] lang="en" ask="found['x/2 + swish(x)']"
# Now the activation, swish(x) + x/2 at 0.5. We compare its gradient with the slope,
# and that finds the fault. Does it still, if she writes x/2 + swish(x)?
#
# No. The closure of swish says = in place of +=. Now it runs before that of x/2, and
# overwrites a 0. `grad_check` puts a gradient there before, and sees it. `explain` adds
# up the paths and compares. Then play the page, to the step with the =.
# %% [markdown] lang="zh" ask="found['x/2 + swish(x)']"
# 现在检验激活函数 swish(x) + x/2，取 x = 0.5。把它的梯度与测出的斜率相比，
# 错误就暴露了。如果她写成 x/2 + swish(x)，还能发现吗？
#
# 不能。swish 的闭包该写 += 的地方写成了 =。现在它比 x/2 的闭包先运行，
# 覆盖掉的是 0，所以看不出来。`grad_check` 能发现：它事先在梯度里放了别的数。
# `explain` 把各条路径相加，再作比较。最后打开播放页面，一直放到写 = 的那一步。

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

# %% [markdown] lang="en"
# ## Questions
# 1. Why does the network with the fault end with three times the error of the other?
# 2. How many forward passes does the check of all 337 parameters of a network take?
# 3. A closure forgets `* out.grad`. Where is its gradient still right?
#
# ## Exercises
# `gradient_check`, `abs`, `maximum`: `python -m micrograd check gradient_check`
# %% [markdown] lang="zh"
# ## 思考题
# 1. 为什么带错误的网络最后的误差是另一个的三倍？
# 2. 一个有 337 个参数的网络，检验全部参数需要多少次前向传播？
# 3. 有个闭包漏写了 `* out.grad`。在什么情况下它的梯度仍然是对的？
#
# ## 练习
# `gradient_check`、`abs`、`maximum`：
# 先运行 `python -m micrograd check gradient_check`。
