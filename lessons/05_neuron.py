# %% [markdown] lang="en"
# # 5. A neuron
# After this lesson you can follow both passes through a neuron, take an operation
# apart or put several into one, and give the engine an operation of your own.
#
# Needs: lesson 4. Minutes: 20.
# %% [markdown] lang="zh"
# # 5. 一个神经元
# 学完本课，你能跟着前向传播和反向传播走完一个神经元，能把一个运算拆开，
# 也能把几个运算合成一个，还能给引擎加上自己的运算。
#
# 先修：第 4 课。用时：20 分钟。

# %%
from math import inf, isclose, isnan

from micrograd import (
    Neuron, Value, draw_dot, exp, grad_check, image, present, tangent, trace,
    write_player)

present()

# %% [markdown] lang="en"
# ## Weigh, add, squash
# A neuron multiplies each input by a weight. The products and a bias add up to n, and
# tanh squashes n to between -1 and 1. Ours: inputs (2, 0), weights (-3, 1), bias 6.88.
# %% [markdown] lang="zh"
# ## 加权、求和、压缩
# 神经元把每个输入乘以一个权重，再把这些积和偏置加起来得到 n，
# 最后用激活函数 tanh 把 n 压缩到 -1 和 1 之间。
# 我们这个神经元的输入是 (2, 0)，权重是 (-3, 1)，偏置是 6.88。

# %% [markdown] lang="en" ask="n.data"
# What is n?
#
# The first input pulls down by 6, the second is switched off, the bias lifts.
# %% [markdown] lang="zh" ask="n.data"
# n 等于多少？
#
# 第一个输入往下拉了 6，第二个不起作用，偏置又往上推了一把。

# %%
x1, x2 = Value(2.0, label='x1'), Value(0.0, label='x2')
w1, w2 = Value(-3.0, label='w1'), Value(1.0, label='w2')
b = Value(6.8813735870195432, label='b')
n = x1 * w1 + x2 * w2 + b
o = n.tanh()
n.label, o.label = 'n', 'o'
print(f'n {n.data:.4f}, o {o.data:.4f}')
assert isclose(n.data, 0.8813735870195432) and isclose(o.data, 0.7071067811865476)
write_player(o, image('05_pass.html'))

# %% [markdown] lang="en" ask="n.grad"
# tanh has the slope 1 - tanh², and o is 0.7071, the root of a half. What is n.grad?
#
# 1 - 0.5. Where tanh is flat, far from 0, hardly any gradient comes through.
# %% [markdown] lang="zh" ask="n.grad"
# tanh 的导数是 1 - tanh²，而 o 是 0.7071，即 0.5 的平方根。n.grad 是多少？
#
# 1 - 0.5。在离 0 很远、tanh 很平的地方，梯度几乎传不过去。

# %%
o.backward()
print('n.grad', round(n.grad, 6))
assert round(o.data, 4) == 0.7071 and isclose(o.data**2, 0.5) and isclose(n.grad, 0.5)
tangent(Value.tanh, n.data, reach=3.0).savefig(image('05_tanh.svg'))

# %% [markdown] lang="en" ask="x1.grad"
# Sums hand the 0.5 on to each product. What is x1.grad?
#
# The other factor is w1, -3. And w1 gets 2 times 0.5.
# %% [markdown] lang="zh" ask="x1.grad"
# 加法把 0.5 原样传给每个积。x1.grad 是多少？
#
# 积的另一个因子是 w1，即 -3。而 w1 得到的是 2 乘以 0.5。

# %%
print('x1.grad', round(x1.grad, 6), '  w1.grad', round(w1.grad, 6))
assert isclose(x1.grad, -1.5) and isclose(w1.grad, 1.0)

# %% [markdown] lang="en" ask="w2.grad"
# And w2.grad?
#
# Its input is 0: whatever the weight is, nothing changes. It learns nothing from this
# sample.
# %% [markdown] lang="zh" ask="w2.grad"
# w2.grad 呢？
#
# 与 w2 相乘的输入是 0，所以 w2 取多少，结果都一样。
# 从这个样本里，w2 什么也学不到。

# %%
print('w2.grad', w2.grad, '  x2.grad', round(x2.grad, 6), '  b.grad', round(b.grad, 6))
assert w2.grad == 0 and isclose(x2.grad, 0.5) and isclose(b.grad, 0.5)
draw_dot(o, filename=image('05_neuron.svg'))

# %% [markdown] lang="en"
# ## Taken apart
# tanh(n) is (e²ⁿ - 1) / (e²ⁿ + 1). Written this way, tanh is to the engine a product,
# an exp, a difference, a sum and a quotient. Will each leaf get the same gradient as
# before?
# %% [markdown] lang="zh"
# ## 拆开来
# tanh(n) 就是 (e²ⁿ - 1) / (e²ⁿ + 1)。这样写，引擎看到的是一次乘法、一次 exp、
# 一次减法、一次加法和一次除法，根本不知道有 tanh 这回事。
# 每个叶子节点得到的梯度还和刚才一样吗？

# %%
def apart(n):
    e = (2 * n).exp()
    return (e - 1) / (e + 1)


leaves = [x1, x2, w1, w2, b]
before = [v.grad for v in leaves]
for v in leaves:
    v.grad = 0.0
o_apart = apart(x1 * w1 + x2 * w2 + b)
o_apart.backward()
same = all(isclose(v.grad, g) for v, g in zip(leaves, before))
sizes = [len([v for v in trace(root)[0] if v._prev]) for root in (o, o_apart)]
print([round(v.grad, 6) for v in leaves], sizes, 'operations')
assert same and isclose(o_apart.data, o.data) and sizes == [5, 9]

out = apart(Value(n.data, label='n'))  # the part that was one operation
out.backward()
draw_dot(out, filename=image('05_apart.svg'))

# %% [markdown] lang="en" ask="isnan(large)"
# The same. With n = 400, tanh as one operation gives 1. Does `apart` fail?
#
# e⁸⁰⁰ is more than a float can hold: inf, and inf / inf is not a number (nan). As
# one operation, tanh can be written in a way that does not overflow.
# %% [markdown] lang="zh" ask="isnan(large)"
# 果然一样。当 n = 400 时，把 tanh 当作一个运算，得到 1。`apart` 会出错吗？
#
# e⁸⁰⁰ 超出了浮点数的范围，成了 inf，而 inf / inf 得 nan，即“非数”（not a number）。
# 把 tanh 做成一个整体运算，就可以换一种不会溢出的写法。

# %%
large = apart(Value(400.0)).data
print('tanh', Value(400.0).tanh().data, '  apart', large)
assert exp(800.0) == inf and isnan(large) and Value(400.0).tanh().data == 1

# %% [markdown] lang="en"
# ## An operation of your own
# So an operation is as large as you like, if you know its local gradient. This bell
# has the slope -2x times itself. Compute a number, keep the operands, leave a closure:
# the engine can draw it and check it. `exp` from `elementary` takes any kind of number,
# where `math.exp` takes floats only.
# %% [markdown] lang="zh"
# ## 自己写一个运算
# 可见，一个运算多大都行，只要你知道它的局部梯度。下面这条钟形曲线的导数，
# 等于函数值乘以 -2x。算出一个数，记住操作数，留下一个闭包：
# 这样，引擎就能把这个运算画出来，也能对它做梯度检验。
# `elementary` 里的 `exp` 接受任何一种数，而 `math.exp` 只接受浮点数。

# %%
def bell(self):
    out = Value(exp(-self.data**2), (self,), 'bell')

    def _backward():
        self.grad += -2 * self.data * out.data * out.grad
    out._backward = _backward
    return out


neuron = Neuron(2, activation=bell)
for parameter, start in zip(neuron.parameters(), (-3.0, 1.0, 6.8813735870195432)):
    parameter.data = start
out = neuron([2.0, 0.0])
out.backward()
draw_dot(out, filename=image('05_bell.svg'))
print(grad_check(bell, 0.5))
assert grad_check(bell, 0.5) and isclose(out.data, exp(-n.data**2))

# %% [markdown] lang="en" ask="noticed"
# Somebody forgets `* out.grad`. Alone, `forgetful(x)` has the right gradient, since
# out.grad is 1 at the root. Does `grad_check(forgetful, 0.5)` notice?
#
# It puts another operation behind: `3 * forgetful(x)` has a wrong gradient.
# %% [markdown] lang="zh" ask="noticed"
# 有人忘了写 `* out.grad`。单独用时，`forgetful(x)` 的梯度是对的，
# 因为根节点的 out.grad 就是 1。`grad_check(forgetful, 0.5)` 能发现吗？
#
# `grad_check` 会在后面再接一个运算：`3 * forgetful(x)` 的梯度就错了。

# %%
def forgetful(self):
    out = Value(exp(-self.data**2), (self,), 'bell')

    def _backward():
        self.grad += -2 * self.data * out.data
    out._backward = _backward
    return out


def slope(f):
    x = Value(0.5)
    f(x).backward()
    return x.grad


noticed = not grad_check(forgetful, 0.5)
print(grad_check(forgetful, 0.5))
assert noticed and slope(forgetful) == slope(bell)
assert slope(lambda x: 3 * forgetful(x)) != slope(lambda x: 3 * bell(x))

# %% [markdown] lang="en"
# ## Questions
# 1. Which inputs would let w2 learn? Which weights would let no gradient reach x1?
# 2. Take tanh apart in a way that survives n = 400. Does it survive n = -400?
# 3. What is the gradient of the bell neuron at its peak? Can it learn there?
#
# ## Exercises
# `exp`, `tanh`, `sigmoid`, `relu`, `neuron`: start with
# `python -m micrograd check exp`.
# %% [markdown] lang="zh"
# ## 思考题
# 1. 什么样的输入能让 w2 学到东西？什么样的权重会让梯度传不到 x1？
# 2. 换一种方法拆开 tanh，让它在 n = 400 时也能算。n = -400 时还能算吗？
# 3. 在钟形曲线的顶点，这个神经元的梯度是多少？它在那里还能学习吗？
#
# ## 练习
# `exp`、`tanh`、`sigmoid`、`relu`、`neuron`：先运行 `python -m micrograd check exp`。
