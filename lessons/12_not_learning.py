# %% [markdown] lang="en"
# # 12. When it does not learn
# After this lesson you can tell why a network does not learn, and cure five causes.
#
# Needs: lessons 8 and 10. Minutes: 25.
# %% [markdown] lang="zh"
# # 12. 网络学不动怎么办
# 学完本课，你能从梯度和激活值看出网络为什么学不动，
# 说出五种常见的原因，并一一对症下药。
#
# 先修：第 8、10 课。用时：25 分钟。

# %%
import random
from math import atanh, inf, isclose
from textwrap import fill

from micrograd import (
    MLP, Value, activation_histograms, clip_grad_norm, diagnose,
    gradient_histograms, image, linear, mse, present, relaxed_gc)

present()

# %% [markdown] lang="en"
# ## A doctor for networks
# The task of lesson 8, 12 samples, 40 steps. `diagnose` looks at a loss before its
# backward pass and says what is wrong. What it looks for: micrograd/insight/doctor/.
# %% [markdown] lang="zh"
# ## 给网络请个医生
# 还是第 8 课的任务：12 个样本，40 步。`diagnose` 在反向传播之前检查损失，
# 说出哪里不对。它检查些什么，请读 micrograd/insight/doctor/。

# %%
data = linear(12)
targets = [y for _, y in data]


def new(*hidden, **settings):
    random.seed(1)
    return MLP(2, [*hidden, 1], **settings)


def loss_of(model, scale=1):
    return mse([model([scale * xi for xi in x]) for x, _ in data], targets)


def ask_doctor(model, scale=1):
    model.zero_grad()
    findings = diagnose(loss_of(model, scale), model.parameters())
    print(*map(fill, map(str, findings or ['The doctor finds nothing.'])), sep='\n')
    return [finding.kind for finding in findings]

# %%
def train(model, steps=40, lr=0.05, scale=1, max_norm=inf):
    with relaxed_gc():
        for _ in range(steps):
            model.zero_grad()
            loss_of(model, scale).backward()
            clip_grad_norm(model.parameters(), max_norm)
            for p in model.parameters():
                p.data -= lr * p.grad
    return loss_of(model, scale).data


healthy = train(new(8))
print(f'a healthy network after 40 steps: loss {healthy:.3f}')
assert healthy < 0.1 and ask_doctor(new(8)) == []

# %% [markdown] lang="en" ask="different"
# The first patient: all weights start at 0.5. It learns 40 steps. How many different
# units are there among its 8 hidden ones?
#
# One. Equal weights get equal gradients and stay equal. Random ones break the symmetry.
# %% [markdown] lang="zh" ask="different"
# 第一位病人：所有权重的初值都是 0.5。学习 40 步之后，
# 8 个隐藏单元里有几种不同的单元？
#
# 只有一种。相同的权重得到相同的梯度，于是一直相同。随机初始化才能打破对称性。

# %%
equal = new(8)
for p in equal.parameters():
    p.data = 0.5
assert ask_doctor(equal) == ['equal weights']
loss = train(equal)
different = len({tuple(w.data for w in n.w) for n in equal.layers[0].neurons})
print(f'loss {loss:.3f}, different units: {different}')
assert different == 1 and loss > 10 * healthy

# %% [markdown] lang="en" ask="smallest"
# Three hidden layers of sigmoids, weights up to 0.1. Layer 1 is at the inputs, layer 4
# at the loss. Which of the four has the smallest gradients?
#
# The first. On its way back the gradient is multiplied by w · slope in each layer, and
# the slope of a sigmoid is at most 1/4. The cure: ReLU, and weights of the right size.
# %% [markdown] lang="zh" ask="smallest"
# 三个 sigmoid 隐藏层，权重的绝对值都不超过 0.1。第 1 层靠近输入，
# 第 4 层靠近损失。第几层的梯度最小？
#
# 第 1 层。梯度往回走，每过一层就乘一次 w · 斜率，而 sigmoid 的斜率最大只有
# 1/4。药方：用 ReLU，权重取合适的大小。

# %%
vanishing, cured = new(6, 6, 6, activation='sigmoid', init=0.1), new(6, 6, 6, init='he')
assert ask_doctor(vanishing) == ['vanishing gradients'] and ask_doctor(cured) == []
loss_of(vanishing).backward()
sizes = [max(abs(p.grad) for p in layer.parameters()) for layer in vanishing.layers]
smallest = 1 + sizes.index(min(sizes))
gradient_histograms(vanishing).savefig(image('12_vanishing.svg'))
losses = train(vanishing), train(cured)
print(f'smallest: layer {smallest}; loss {losses[0]:.2f}, cured {losses[1]:.2f}')
assert smallest == 1 and 1000 * sizes[0] < sizes[3]
assert losses[0] > 9 > 0.1 > losses[1]

# %% [markdown] lang="en" ask="a.grad"
# With weights up to 5 each layer enlarges what passes it, both ways: gradients explode.
# `clip_grad_norm` scales all gradients by one factor, to a norm of at most 1. Those of
# a and b are 3 and 4. What will a.grad be?
#
# The norm is 5, so 3/5. The direction stays, only the step gets shorter. That ends the
# explosion. To learn the task takes weights of the right size too: `init='he'`.
# %% [markdown] lang="zh" ask="a.grad"
# 权重的绝对值大到 5 时正相反：每过一层，前向的值和反向的梯度都变大，这就是梯度爆炸。
# `clip_grad_norm` 把所有梯度乘以同一个系数，使它们的范数不超过 1。
# 如果 a 和 b 的梯度分别是 3 和 4，裁剪之后 a.grad 是多少？
#
# 范数是 5，所以变成 3/5。方向不变，只是步子变短了，不再爆炸。
# 要学会这个任务，权重的大小也得合适：`init='he'`。

# %%
a, b = Value(0.0), Value(0.0)
(3 * a + 4 * b).backward()
norm = clip_grad_norm([a, b], 1.0)
print(f'norm {norm}, then a.grad {a.grad:.4f}, b.grad {b.grad:.4f}')
assert norm == 5 and isclose(a.grad, 0.6, rel_tol=1e-6)
assert ask_doctor(new(8, 8, 8, init=5.0)) == ['exploding gradients']
loss = loss_of(new(8, 8, 8, init=5.0)).data
three = train(new(8, 8, 8, init=5.0), steps=3)
clipped = train(new(8, 8, 8, init=5.0), max_norm=1.0)
print(f'loss {loss:.0e}; after 3 steps {three:.0e}, after 40 clipped {clipped:.0f}')
right_size = train(new(8, 8, 8, init='he'))
print(f'weights of the right size: {right_size:.2f}')
assert three > 1e30 > loss > 100 * clipped > 1000 * right_size

# %% [markdown] lang="en" ask="dead"
# One target has lost its decimal point, 513 for 5.13; we see it after 4 steps. By
# then all 8 ReLUs give 0 for every sample. What are the gradients of their weights?
#
# 0, and no step changes them any more: they are dead. With clipped steps they live.
# %% [markdown] lang="zh" ask="dead"
# 有人把一个目标值的小数点漏了，5.13 写成 513，4 步之后才发现。
# 这时 8 个 ReLU 对每个样本都输出 0。它们的权重的梯度是多少？
#
# 是 0，再走多少步也不会变：它们死了。如果梯度经过裁剪，它们就能活下来。

# %%
worst, truth = targets.index(max(targets)), max(targets)
for max_norm, kinds in ((1.0, []), (inf, ['dead ReLU'])):
    model = new(8)
    targets[worst] = 100 * truth
    train(model, 4, 0.03, max_norm=max_norm)
    targets[worst] = truth
    assert ask_doctor(model) == kinds
    loss_of(model).backward()
    dead = max(abs(p.grad) for p in model.layers[0].parameters())
    loss = train(model)
    print(f'clipped to {max_norm}: largest gradient {dead:.2g}, then loss {loss:.2f}')
    if max_norm == inf:
        assert dead == 0 and loss > 9
    else:
        assert dead > 0 and loss < 0.1

# %% [markdown] lang="en" ask="x.grad"
# The last patient has tanh units, and inputs in millimetres, 1000 times too large. A
# tanh gives 0.99. What fraction of the gradient does it let through?
#
# 1 - 0.99², a fiftieth: it is saturated. The cure: scale the inputs to about 1.
# %% [markdown] lang="zh" ask="x.grad"
# 最后一位病人用 tanh 单元，输入却以毫米为单位，数值成了原来的 1000 倍。
# 一个 tanh 输出 0.99，它让梯度通过几分之几？（写成小数）
#
# 1 - 0.99²，约五十分之一：这个 tanh 饱和了。药方：把输入缩放到 1 左右。

# %%
x = Value(atanh(0.99))
x.tanh().backward()
print(f'x.grad {x.grad:.4f}')
assert isclose(x.grad, 1 - 0.99**2)
saturated, cured = new(8, activation='tanh'), new(8, activation='tanh')
assert ask_doctor(saturated, 1000)[0] == 'saturated tanh' and not ask_doctor(cured)
inputs = [[1000 * xi for xi in x] for x, _ in data]
activation_histograms(saturated, inputs).savefig(image('12_saturated.svg'))
activation_histograms(cured, [x for x, _ in data]).savefig(image('12_cured.svg'))
losses = train(saturated, scale=1000), train(cured)
print(f'loss {losses[0]:.2f} in millimetres, {losses[1]:.2f} in metres')
assert losses[0] > 0.5 > 0.1 > losses[1]

# %% [markdown] lang="en"
# ## Questions
# 1. Why does it not matter that all biases start at 0?
# 2. Two of eight ReLUs are dead. Is the network ill?
# 3. Why must clipping come after `backward()` and before the step?
#
# ## Exercises
# `clipping`, `planted_fault`: `python -m micrograd check clipping`
# %% [markdown] lang="zh"
# ## 思考题
# 1. 所有偏置的初值都是 0，为什么没有关系？
# 2. 八个 ReLU 里死了两个，网络算有病吗？
# 3. 为什么裁剪必须放在 `backward()` 之后、更新参数之前？
#
# ## 练习
# `clipping`、`planted_fault`：先运行 `python -m micrograd check clipping`。
