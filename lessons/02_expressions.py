# %% [markdown] lang="en"
# # 2. Expressions as graphs
# After this lesson you can draw an expression as a graph, follow its numbers from the
# inputs to the result, and say what each number has to remember for that.
#
# Needs: lesson 1. Minutes: 20.
# %% [markdown] lang="zh"
# # 2. 把表达式画成图
# 学完本课，你能把表达式画成计算图，顺着图从输入一步步算到结果，
# 并说明要做到这些，每个数必须记住什么。
#
# 先修：第 1 课。用时：20 分钟。

# %%
from math import isclose, sin

from micrograd import Value, draw_dot, draw_text, image, present, trace

present()

# %% [markdown] lang="en"
# ## Numbers that remember
# A Value holds a number, and looks like one in a formula. Here x is 2, y is 3, and
# z = (x + y) * sin(x). Suppose you are given z and nothing else. What must z
# remember, so that you can draw the whole expression from it?
# %% [markdown] lang="zh"
# ## 有记忆的数
# Value 里装着一个数，写在式子里就和普通的数一样。设 x 等于 2，
# y 等于 3，z = (x + y) * sin(x)。如果有人只拿到 z，别的什么都没有，
# z 得记住些什么，他才能画出整个表达式？

# %% [markdown] lang="en" ask="z.data"
# What is z? The sine of 2 is 0.9093.
#
# 5 times 0.9093. Python computes it while the line runs: the forward pass.
# %% [markdown] lang="zh" ask="z.data"
# z 等于多少？已知 2 的正弦值是 0.9093。
#
# 5 乘以 0.9093。这一行运行的时候，Python 就把它算出来了：这就是前向传播。

# %%
x = Value(2.0, label='x')
y = Value(3.0, label='y')
z = (x + y) * x.sin()
z.label = 'z'
print(f'z is {z.data:.4f}, made by {z._op} out of:')
for operand in z._prev:
    print(f'    {operand.data:.4f}, made by {operand._op} out of', operand._prev)
assert round(sin(2), 4) == 0.9093 and isclose(z.data, (2 + 3) * sin(2))

# %% [markdown] lang="en"
# A Value remembers its number in `data`, its operation in `_op`, and its operands in
# `_prev`. They remember theirs. x and y have none: they are leaves. `trace` walks
# from z to all of them, and lists operands before results.
# %% [markdown] lang="zh"
# Value 用 `data` 记住数，用 `_op` 记住运算，用 `_prev` 记住操作数，
# 而操作数又记着自己的操作数。x 和 y 没有操作数，是叶子节点。
# `trace` 从 z 出发走遍所有的 Value，并把操作数排在结果前面。

# %% [markdown] lang="en" ask="len(nodes)"
# How many Values does `trace` find?
#
# Two leaves, and one Value for each operation: the sum, the sine and the product.
# %% [markdown] lang="zh" ask="len(nodes)"
# `trace` 一共能找到几个 Value？
#
# 两个叶子节点，再加上每次运算各一个：和、正弦、积。

# %%
nodes, edges = trace(z)
for node in nodes:
    print(f'{node.data:.4f}  {node.label or "(no label)"}')
assert len(nodes) == 5 and [v for v in nodes if not v._prev] == [x, y]

# %% [markdown] lang="en" ask="arrows"
# In the picture an arrow goes from each operand to its result. How many leave x?
#
# One to the sum, one to the sine. The text, which prints z on top and its operands
# below, has to say `see` where x comes for the second time.
# %% [markdown] lang="zh" ask="arrows"
# 图中的箭头从操作数指向结果。从 x 出发的箭头有几条？
#
# 一条指向和，一条指向正弦。用文字画图时，z 在最上面，操作数在下面；
# x 第二次出现的地方只能写上 `see`，意思是“见上文”。

# %%
arrows = sum(operand is x for operand, _ in edges)
print('arrows from x:', arrows)
print(draw_text(z))
draw_dot(z, filename=image('02_z.svg'))
draw_dot(z, highlight=x, filename=image('02_paths_of_x.svg'))
assert arrows == 2

# %% [markdown] lang="en"
# ## The same number, another graph
# `(x + y) * (x + y)` makes two leaves, two sums and a product: five Values.
# %% [markdown] lang="zh"
# ## 数相同，图不同
# `(x + y) * (x + y)` 得到两个叶子节点、两个和、一个积，共五个 Value。

# %% [markdown] lang="en" ask="len(trace(once)[0])"
# How many Values does the graph of `s * s` have, after `s = x + y`?
#
# The sum is there once, with two arrows to the product. A graph does not show what
# was written, it shows what was computed.
# %% [markdown] lang="zh" ask="len(trace(once)[0])"
# 先令 `s = x + y`，那么 `s * s` 的计算图里有几个 Value？
#
# 和只有一个，有两条箭头指向积。计算图显示的不是式子怎么写，而是实际算了什么。

# %%
twice = (x + y) * (x + y)
s = x + y
once = s * s
print('the numbers', twice.data, once.data)
print('the graphs', len(trace(twice)[0]), len(trace(once)[0]))
assert twice.data == once.data == 25
assert (len(trace(twice)[0]), len(trace(once)[0])) == (5, 4)
draw_dot(twice, filename=image('02_sum_twice.svg'))
draw_dot(once, filename=image('02_sum_once.svg'))

# %% [markdown] lang="en" ask="products"
# `climb` multiplies x by itself while x is below 100. It starts with 3. How many
# products are in the graph?
#
# 9, 81, 6561. The loop has left no trace but these, and all of them are called x in
# the program: a name moves on, the Value stays. From 50 there is one product.
# %% [markdown] lang="zh" ask="products"
# 只要 x 小于 100，`climb` 就把 x 乘以自身。从 3 开始，计算图里有几次乘法？
#
# 依次得到 9、81、6561。循环只留下了这几个数，它们在程序里都叫 x：
# 名字移到了新的 Value 上，旧的 Value 还在。如果从 50 开始，就只有一次乘法。

# %%
def climb(x):
    while x < 100:
        x = x * x
    return x


numbers = [node.data for node in trace(climb(Value(3.0)))[0]]
products = len(numbers) - 1
print(numbers)
assert numbers == [3, 9, 81, 6561] and products == 3
assert len(trace(climb(Value(50.0)))[0]) == 2

# %% [markdown] lang="en" ask="z.data != before"
# We set `x.data` to 100. Does `z.data` change?
#
# It was computed when its line ran, and nobody runs the line again. A new x needs a
# new forward pass, and that makes a new graph.
# %% [markdown] lang="zh" ask="z.data != before"
# 现在把 `x.data` 改成 100。`z.data` 会变吗？
#
# `z.data` 是在那一行运行时算出来的，而那一行并没有再运行一次。
# x 变了，就要重新做一次前向传播，得到一张新的计算图。

# %%
before = z.data
x.data = 100.0
print('z', z.data, ' a new one', ((x + y) * x.sin()).data)
assert z.data == before != ((x + y) * x.sin()).data
x.data = 2.0

# %% [markdown] lang="en"
# ## The empty row
# Each box has a row `grad`, and it says 0. That is the place for the slope of z when
# this Value is nudged, as in lesson 1. One call fills all rows. How? That is lesson 3.
# %% [markdown] lang="zh"
# ## 空着的一行
# 每个方框里都有一行 `grad`，现在全是 0。那里该填的是斜率：
# 像第 1 课那样轻推这个 Value 时，z 怎样变化。只要一次调用，
# 所有方框就全都填好了。这是怎么做到的？第 3 课见分晓。

# %%
def z_at(x, y):
    return (x + y) * sin(x)


z.backward()
slope_x = (z_at(2 + 1e-5, 3) - z_at(2 - 1e-5, 3)) / 2e-5
slope_y = (z_at(2, 3 + 1e-5) - z_at(2, 3 - 1e-5)) / 2e-5
print(f'x: grad {x.grad:.6f}, measured {slope_x:.6f}')
print(f'y: grad {y.grad:.6f}, measured {slope_y:.6f}')
assert isclose(x.grad, slope_x, rel_tol=1e-8) and isclose(y.grad, slope_y, rel_tol=1e-8)
draw_dot(z, filename=image('02_z_after.svg'))

# %% [markdown] lang="en"
# ## Questions
# 1. Can you find z from x alone? Why would it cost memory to make that possible?
# 2. `sum([x, y, z])` starts from 0. What is in its graph? Draw it and see.
# 3. x - x is 0 for every x. Is its graph empty? What should the slope be?
#
# ## Exercises
# `leaves`: start it with `python -m micrograd check leaves`.
# %% [markdown] lang="zh"
# ## 思考题
# 1. 只拿到 x，能找到 z 吗？要想从 x 找到 z，为什么会多占内存？
# 2. `sum([x, y, z])` 是从 0 开始加的。它的计算图里有什么？画出来看看。
# 3. 不论 x 是多少，x - x 都等于 0。它的计算图是空的吗？斜率应该是多少？
#
# ## 练习
# `leaves`：运行 `python -m micrograd check leaves`。
