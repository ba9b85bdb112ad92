# %% [markdown] lang="en"
# # 15. Many kinds of number
# After this lesson you can get exact gradients and second derivatives from the closures
# you have, say when Newton's method beats gradient descent, and write forward mode.
#
# Needs: lessons 3 and 7. Minutes: 25.
# %% [markdown] lang="zh"
# # 15. 各种各样的数
# 学完本课，你能用现成的闭包得到精确的梯度和二阶导数，
# 说清牛顿法什么时候胜过梯度下降，还能自己写出前向模式。
#
# 先修：第 3、7 课。用时：25 分钟。

# %%
from fractions import Fraction
from math import isclose, sqrt

from micrograd import Value, derivative, draw_dot, image, present

present()

# %% [markdown] lang="en"
# ## The closure never asks
# `self.grad += other.data * out.grad` is half the closure of a product. It says "plus"
# and "times", but not what kind of number it means. So far there were floats. Python's
# Fraction can add and multiply as well. Can we use it?
# %% [markdown] lang="zh"
# ## 闭包从不过问
# `self.grad += other.data * out.grad` 是乘法闭包的一半。它只说“加”和“乘”，
# 从没说过是哪一种数。到现在为止，用的都是浮点数。Python 的 Fraction（分数）
# 也会加、会乘，能不能请它进来？

# %% [markdown] lang="en" ask="x.grad.numerator"
# f(x) = x³/3 - 2x, and x is the fraction 1/3. `x.grad` is a fraction with the
# denominator 9. What is its numerator?
#
# The slope is x² - 2 = 1/9 - 18/9 = -17/9. The engine did this sum, without rounding.
# %% [markdown] lang="zh" ask="x.grad.numerator"
# f(x) = x³/3 - 2x，x 取分数 1/3。`x.grad` 是一个分母为 9 的分数，分子是多少？
#
# 斜率是 x² - 2 = 1/9 - 18/9 = -17/9。引擎算的正是这个式子，没有任何舍入。

# %%
def f(x):
    return x**3 / 3 - 2 * x


x = Value(Fraction(1, 3))
f(x).backward()
with_floats = derivative(f, 1 / 3)  # lesson 3, in one call
print(x.grad, ' with floats', with_floats)
assert x.grad == Fraction(-17, 9) != Fraction(with_floats)

# %% [markdown] lang="en"
# ## A gradient that is a graph
# The boldest guest is a Value. A closure that multiplies Values makes a Value, and with
# it a graph. We put one into `.data` by hand and run the closure of y = x · x.
# %% [markdown] lang="zh"
# ## 梯度本身也是一张图
# 最大胆的客人是 Value 自己。闭包拿 Value 来乘，得到的还是 Value，
# 而且记得自己是怎么来的。我们亲手把一个 Value 放进 `.data`，
# 再亲手运行 y = x · x 的闭包。

# %% [markdown] lang="en" ask="inner.grad"
# x is 3, so `x.grad` becomes 6, but as a Value. `inner` is the Value in `x.data`.
# What is `inner.grad` after `x.grad.backward()`?
#
# `x.grad` is the slope 2x as a graph. Its slope is 2: the second derivative of x².
# %% [markdown] lang="zh" ask="inner.grad"
# x 是 3，所以 `x.grad` 会变成 6，不过是一个 Value。`inner` 是 `x.data` 里的那个
# Value。执行 `x.grad.backward()` 之后，`inner.grad` 是多少？
#
# `x.grad` 是斜率 2x 的计算图，它的斜率是 2，也就是 x² 的二阶导数。

# %%
x = Value(3.0)
y = x * x
inner = Value(3.0, label='x')
x.data, x.grad, y.grad = inner, 0, 1
y._backward()
x.grad.backward()
print('slope', x.grad.data, ' slope of the slope', inner.grad)
draw_dot(x.grad, filename=image('15_slope_as_graph.svg'))
assert x.grad.data == 6 and inner.grad == derivative(lambda x: x * x, 3.0, n=2) == 2

# %% [markdown] lang="en"
# The picture is what the closure wrote: 0 + x · 1 + x · 1. `derivative` plays this
# trick on a whole graph, and n times. Nobody wrote a rule for second derivatives.
#
# ## Newton
# The second derivative, the curvature, says how fast the slope changes. Newton's method
# goes where it would be 0 if that went on: x - slope / curvature. No learning rate.
# %% [markdown] lang="zh"
# 图里就是闭包写下的式子：0 + x · 1 + x · 1。`derivative` 对整张图做同样的事，
# 求几阶导数，就做几遍。没有人为二阶导数写过规则。
#
# ## 牛顿法
# 二阶导数说的是斜率变化得多快（本课简称曲率；与数学上的曲率不同）。
# 照这样变下去，斜率会在哪里变成 0？
# 牛顿法一步走到那里：x - 斜率 / 曲率，不需要学习率。

# %% [markdown] lang="en" ask="float(newton[1])"
# The slope x² - 2 is 0 in the valley at √2. From 1, where does the method go next?
#
# Slope -1, curvature 2x = 2: half a unit to the right, at 3/2.
# %% [markdown] lang="zh" ask="float(newton[1])"
# 斜率 x² - 2 在 √2 处为 0，那里是谷底。牛顿法从 1 出发，第一步走到哪里？
#
# 斜率是 -1，曲率 2x = 2：向右走半个单位，到 3/2。

# %%
newton, descent = [Fraction(1)], [1.0]
for _ in range(4):
    x = newton[-1]
    newton.append(x - derivative(f, x) / derivative(f, x, n=2))
    print(newton[-1], ' slope', newton[-1] ** 2 - 2)
while abs(descent[-1] - sqrt(2)) > abs(float(newton[-1]) - sqrt(2)):
    descent.append(descent[-1] - 0.2 * derivative(f, descent[-1]))
print(len(descent) - 1, 'steps of gradient descent come as close')
assert newton[1:4] == [Fraction(3, 2), Fraction(17, 12), Fraction(577, 408)]
assert len(descent) - 1 == 32

# %% [markdown] lang="en"
# In antiquity people found roots by these fractions: the next is the mean of x and 2/x.
# Right digits about double in each step. How does that look beside gradient descent?
# %% [markdown] lang="zh"
# 古人就用这些分数求平方根：下一个总是 x 与 2/x 的平均值。
# 每走一步，正确的位数大约翻一倍。和梯度下降画在一起，会是什么样子？

# %%
import matplotlib.pyplot as plt

plt.rcParams.update({'font.size': 20, 'lines.linewidth': 3, 'lines.markersize': 10})
figure, (left, right) = plt.subplots(1, 2, figsize=(14, 6.5), layout='constrained')
xs = [0.9 + i / 100 for i in range(71)]
left.plot(xs, list(map(f, xs)), color='#999999')
for way, style, name in ((descent, 'o-', 'gradient descent'), (newton, 's-', 'Newton')):
    color = '#0072B2' if way is newton else '#D55E00'
    left.plot(way, list(map(f, way)), style, color=color)
    right.semilogy([abs(x - sqrt(2)) for x in way], style, color=color, label=name)
left.set(xlabel='x', ylabel='f(x)')
right.set(xlabel='step', ylabel='distance from the valley')
right.legend()
figure.savefig(image('15_newton.svg'))

# %% [markdown] lang="en" ask="'a' if wrong > 0 else 'b'"
# Now Newton starts at -1, where the curvature is -2. Where does it end?
# a) in the valley at √2
# b) on the hilltop at -√2
# c) it never settles
#
# Newton looks for slope 0, and a hilltop has it too. Divide by the size of the
# curvature, and every step goes against the slope: downhill.
# %% [markdown] lang="zh" ask="'a' if wrong > 0 else 'b'"
# 现在让牛顿法从 -1 出发，那里的曲率是 -2。它最后停在哪里？
# a) √2 处的谷底
# b) -√2 处的山顶
# c) 永远停不下来
#
# 牛顿法找的是斜率为 0 的地方，山顶的斜率也是 0。改为除以曲率的绝对值，
# 每一步就都与斜率反向，也就是下坡。

# %%
wrong = repaired = -1.0
for _ in range(8):
    wrong -= derivative(f, wrong) / derivative(f, wrong, n=2)
    repaired -= derivative(f, repaired) / abs(derivative(f, repaired, n=2))
print(f'Newton {wrong:.6f}  with abs {repaired:.6f}')
assert isclose(wrong, -sqrt(2)) and isclose(repaired, sqrt(2)) and f(wrong) > f(-1)

# %% [markdown] lang="en"
# ## A number that carries its slope
# The last guest differentiates by itself: a dual number is a value and its slope. This
# is forward mode: no graph, no backward pass, but one run for each input.
# %% [markdown] lang="zh"
# ## 带着斜率走的数
# 最后一位客人自己就会求导：对偶数（dual number）由一个值和它的斜率组成。
# 这就是前向模式：没有计算图，也没有反向传播，但对每个输入都要从头算一遍。

# %%
class Dual:
    def __init__(self, value, slope=0.0):
        self.value, self.slope = value, slope

    def __add__(self, other):
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        slope = self.slope * other.value + self.value * other.slope
        return Dual(self.value * other.value, slope)

    def __truediv__(self, other):  # unused here, but Value takes no guest without
        return self * Dual(1 / other.value, -other.slope / other.value**2)


a, b = Dual(3.0, slope=1.0), Dual(5.0)  # a moves, b stands still
print('a * a * b:', vars(a * a * b))
assert vars(a * a * b) == {'value': 45, 'slope': 30}

# %% [markdown] lang="en" ask="x.grad.slope"
# We put a and b into Values x and y. After `(x * x * y).backward()`, `x.grad` is a Dual
# as well. Its value is 2xy = 30. What is its slope?
#
# 2xy moves by 2y = 10 when x does: forward through backward, a second derivative.
# %% [markdown] lang="zh" ask="x.grad.slope"
# 把 a 和 b 放进 Value，叫作 x 和 y。执行 `(x * x * y).backward()` 之后，
# `x.grad` 也是一个 Dual，值是 2xy = 30。它的斜率是多少？
#
# x 变动时，2xy 的变化率是 2y = 10：前向套在反向外面，得到的是二阶导数。

# %%
x, y = Value(a), Value(b)
(x * x * y).backward()
print('x.grad', vars(x.grad), ' y.grad', vars(y.grad))
assert (x.grad.value, x.grad.slope, y.grad.value, y.grad.slope) == (30, 10, 9, 6)

# %% [markdown] lang="en"
# One closure, four kinds of number. The fifth, in lesson 16, will write a program.
#
# ## Questions
# 1. A loss has 337 parameters. How many runs does forward mode need for its gradient,
# and how many second derivatives are there? Why does nobody train with Newton's method?
# 2. By lesson 1 a step of 1e-20 is useless. Is it with fractions? Try it with f.
# 3. What happens to Newton at x = 0, and what would you do about it?
#
# ## Exercises
# `newton`: start it with `python -m micrograd check newton`.
# %% [markdown] lang="zh"
# 同一个闭包，四种数。第 16 课请来第五种，它会写程序。
#
# ## 思考题
# 1. 损失有 337 个参数。用前向模式求梯度要算几遍？二阶导数一共有多少个？
#    为什么没有人用牛顿法训练网络？
# 2. 按第 1 课的结论，1e-20 的步长毫无用处。换成分数呢？用 f 试一试。
# 3. 牛顿法在 x = 0 处会怎样？你打算怎么办？
#
# ## 练习
# `newton`：运行 `python -m micrograd check newton`。
