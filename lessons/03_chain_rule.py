# %% [markdown] lang="en"
# # 3. The chain rule by hand
# After this lesson you can find every gradient of an expression with a pencil, check
# it with a nudge, and write the closures that let a computer find it.
#
# Needs: lesson 2. Minutes: 25.
# %% [markdown] lang="zh"
# # 3. 手算链式法则
# 学完本课，你能用纸笔求出表达式中的每一个梯度，用“轻轻推一下”的办法来检验，
# 并写出让计算机自己求梯度的闭包。
#
# 先修：第 2 课。用时：25 分钟。

# %%
from micrograd import Value, draw_dot, image, present, write_player

present()

# %% [markdown] lang="en"
# ## Forward
# L = (a * b + c) * f, and a name for each step. Draw the picture on the board: we fill
# in its empty rows by hand, from L to the left.
# %% [markdown] lang="zh"
# ## 前向传播
# L = (a * b + c) * f，给每一步的结果起个名字。把图画在黑板上：
# 我们从 L 开始，由右向左，亲手把空着的 grad 一个个填上。

# %%
start = {'a': 2.0, 'b': -3.0, 'c': 10.0, 'f': -2.0}
a, b, c, f = (Value(number, label=name) for name, number in start.items())
e = a * b
d = e + c
L = d * f
e.label, d.label, L.label = 'e', 'd', 'L'
assert (e.data, d.data, L.data) == (-6, 4, -8)
draw_dot(L, filename=image('03_before.svg'))

# %% [markdown] lang="en"
# ## Backward, by hand
# How many times as far does L move, when a number moves? That is its gradient. For L
# itself 1; for d it is f, -2, since L = d * f. `check` will nudge and measure.
# %% [markdown] lang="zh"
# ## 反向传播：手工计算
# 一个数变化一点点，L 的变化量是它的几倍？这个倍数就是这个数的梯度。
# L 自己的梯度是 1；因为 L = d * f，所以 d 的梯度是 f，即 -2。
# 每次回答之后，`check` 会把这个数轻推一下，测出斜率来对照。

# %%
def check(v):
    def run(nudge):
        n = {**start, v.label: v.data + nudge}  # but for one, as before
        return (n['a'] * n['b'] + n['c']) * n['f']
    measured = (run(1e-5) - run(-1e-5)) / 2e-5
    print(f'{v.label}.grad {v.grad}, measured {measured:.6f}')
    assert abs(v.grad - measured) < 1e-9

# %% [markdown] lang="en" ask="f.grad"
# L = d * f, and d is 4. What is the gradient of f?
#
# A product hands each factor the other factor, times its own gradient.
# %% [markdown] lang="zh" ask="f.grad"
# L = d * f，d 是 4。f 的梯度是多少？
#
# 乘法传给每个因子的，是另一个因子乘以积的梯度。

# %%
L.grad = 1.0
d.grad = f.data * L.grad
f.grad = d.data * L.grad
check(f)

# %% [markdown] lang="en" ask="c.grad"
# d = e + c, and d has the gradient -2. What is the gradient of c?
#
# Local gradient 1 times upstream gradient -2: the chain rule. And e gets the same.
# %% [markdown] lang="zh" ask="c.grad"
# d = e + c，d 的梯度是 -2。c 的梯度是多少？
#
# 局部梯度 1 乘以上游梯度 -2，这就是链式法则。
# e 得到的也一样：加法把梯度原样传给每个加数。

# %%
c.grad = e.grad = 1.0 * d.grad
check(c)

# %% [markdown] lang="en" ask="a.grad"
# e = a * b, with a = 2 and b = -3. The gradient of e is -2. What is that of a?
#
# Local gradient b, upstream gradient -2.
# %% [markdown] lang="zh" ask="a.grad"
# e = a * b，其中 a = 2，b = -3。e 的梯度是 -2，a 的梯度是多少？
#
# 局部梯度是 b，上游梯度是 -2。

# %%
a.grad = b.data * e.grad
check(a)

# %% [markdown] lang="en" ask="b.grad"
# And that of b?
#
# Local gradient a, upstream gradient -2. The board is full.
# %% [markdown] lang="zh" ask="b.grad"
# 那么 b 的梯度呢？
#
# 局部梯度是 a，上游梯度是 -2。黑板上的 grad 全填满了。

# %%
b.grad = a.data * e.grad
check(b)
assert [v.grad for v in (a, b, c, f, e, d, L)] == [6, -4, -2, 4, -2, -2, 1]
draw_dot(L, filename=image('03_by_hand.svg'))

# %% [markdown] lang="en"
# ## Backward, by closures
# Let each operation leave a closure in its result that hands the gradient on.
# %% [markdown] lang="zh"
# ## 反向传播：交给闭包
# 让每个运算在结果里留下一个闭包，由闭包把梯度传给操作数。

# %%
class Number:
    def __init__(self, data):
        self.data, self.grad = data, 0.0

    def __add__(self, other):
        out = Number(self.data + other.data)
        def _backward():
            self.grad = 1.0 * out.grad
            other.grad = 1.0 * out.grad
        out._backward = _backward
        return out

# %% [markdown] lang="en" ask="p.grad"
# p is 3 and r = p + p. What does the closure of r leave in p.grad?
#
# It should be 2. Both operands are p: the second line overwrites what the first left.
# %% [markdown] lang="zh" ask="p.grad"
# p 是 3，r = p + p。r 的闭包会在 p.grad 里留下多少？
#
# 本该是 2。可两个操作数都是 p，闭包的第二行把第一行留下的覆盖掉了。

# %%
p = Number(3.0)
r = p + p
r.grad = 1.0
r._backward()
print('p.grad', p.grad)
assert p.grad == 1 != 2

# %%
class Number:
    def __init__(self, data):
        self.data, self.grad = data, 0.0

    def __add__(self, other):
        out = Number(self.data + other.data)
        def _backward():
            self.grad += 1.0 * out.grad  # the gradients of all uses add up
            other.grad += 1.0 * out.grad
        out._backward = _backward
        return out

    def __mul__(self, other):
        out = Number(self.data * other.data)
        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out

# %%
p = Number(3.0)
r = p + p
r.grad = 1.0
r._backward()
assert p.grad == 2
A, B, C, F = map(Number, start.values())
E = A * B
D = E + C
out = D * F
out.grad = 1.0
for node in (out, D, E):
    node._backward()
print('p.grad', p.grad, '  A to F', A.grad, B.grad, C.grad, F.grad)
assert [v.grad for v in (A, B, C, F, E, D, out)] == [6, -4, -2, 4, -2, -2, 1]
write_player(L, image('03_pass.html'))

# %% [markdown] lang="en" ask="after.data > L.data"
# L is -8. We add 0.01 times its gradient to each of a, b, c and f. Does L grow?
#
# A gradient points uphill, for a negative L as well. Training goes the other way.
# %% [markdown] lang="zh" ask="after.data > L.data"
# L 是 -8。给 a、b、c、f 各加上自己梯度的 0.01 倍，L 会变大吗？
#
# 梯度总是指向上坡，L 是负数时也一样。训练则要朝反方向走。

# %%
for v in (a, b, c, f):
    v.data += 0.01 * v.grad
after = (a * b + c) * f
print(f'L was {L.data}, now it is {after.data:.6f}')
assert round(after.data, 6) == -7.286496 > L.data == -8

# %% [markdown] lang="en"
# ## Questions
# 1. Which gradients on the board change if c becomes 20?
# 2. We called the closures of L, d, e. What comes out if e is called before d?
# 3. Open `micrograd/engine.py`: what do its `+` and `*` have that ours lack?
#
# ## Exercises
# `add`, `mul`, `sub`, `div`, `pow`: start them with `python -m micrograd check add`.
# %% [markdown] lang="zh"
# ## 思考题
# 1. 如果 c 变成 20，黑板上哪些梯度会变？
# 2. 我们依次调用了 L、d、e 的闭包。如果先调用 e 再调用 d，会得到什么？
# 3. 打开 `micrograd/engine.py`：它的 `+` 和 `*` 有哪些东西是我们没有的？
#
# ## 练习
# `add`、`mul`、`sub`、`div`、`pow`：先运行 `python -m micrograd check add`。
