# %% [markdown]
# # 3. The chain rule by hand
# After this lesson you can find every gradient of an expression with a pencil, check
# it with a nudge, and write the closures that let a computer find it.
#
# Needs: lesson 2. Minutes: 25.

# %%
from micrograd import Value, draw_dot, image, present, write_player

present()

# %% [markdown]
# ## Forward
# L = (a * b + c) * f, and a name for each step. Draw the picture on the board: we fill
# in its empty rows by hand, from L to the left.

# %%
start = {'a': 2.0, 'b': -3.0, 'c': 10.0, 'f': -2.0}
a, b, c, f = (Value(number, label=name) for name, number in start.items())
e = a * b
d = e + c
L = d * f
e.label, d.label, L.label = 'e', 'd', 'L'
assert (e.data, d.data, L.data) == (-6, 4, -8)
draw_dot(L, filename=image('03_before.svg'))

# %% [markdown]
# ## Backward, by hand
# How many times as far does L move, when a number moves? That is its gradient. For L
# itself 1; for d it is f, -2, since L = d * f. `check` will nudge and measure.

# %%
def check(v):
    def run(nudge):
        n = {**start, v.label: v.data + nudge}  # but for one, as before
        return (n['a'] * n['b'] + n['c']) * n['f']
    measured = (run(1e-5) - run(-1e-5)) / 2e-5
    print(f'{v.label}.grad {v.grad}, measured {measured:.6f}')
    assert abs(v.grad - measured) < 1e-9

# %% [markdown] ask="f.grad"
# L = d * f, and d is 4. What is the gradient of f?
#
# A product hands each factor the other factor, times its own gradient.

# %%
L.grad = 1.0
d.grad = f.data * L.grad
f.grad = d.data * L.grad
check(f)

# %% [markdown] ask="c.grad"
# d = e + c, and d has the gradient -2. What is the gradient of c?
#
# Local gradient 1 times upstream gradient -2: the chain rule. And e gets the same.

# %%
c.grad = e.grad = 1.0 * d.grad
check(c)

# %% [markdown] ask="a.grad"
# e = a * b, with a = 2 and b = -3. The gradient of e is -2. What is that of a?
#
# Local gradient b, upstream gradient -2.

# %%
a.grad = b.data * e.grad
check(a)

# %% [markdown] ask="b.grad"
# And that of b?
#
# Local gradient a, upstream gradient -2. The board is full.

# %%
b.grad = a.data * e.grad
check(b)
assert [v.grad for v in (a, b, c, f, e, d, L)] == [6, -4, -2, 4, -2, -2, 1]
draw_dot(L, filename=image('03_by_hand.svg'))

# %% [markdown]
# ## Backward, by closures
# Let each operation leave a closure in its result that hands the gradient on.

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

# %% [markdown] ask="p.grad"
# p is 3 and r = p + p. What does the closure of r leave in p.grad?
#
# It should be 2. Both operands are p: the second line overwrites what the first left.

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

# %% [markdown] ask="after.data > L.data"
# L is -8. We add 0.01 times its gradient to each of a, b, c and f. Does L grow?
#
# A gradient points uphill, for a negative L as well. Training goes the other way.

# %%
for v in (a, b, c, f):
    v.data += 0.01 * v.grad
after = (a * b + c) * f
print(f'L was {L.data}, now it is {after.data:.6f}')
assert round(after.data, 6) == -7.286496 > L.data == -8

# %% [markdown]
# ## Questions
# 1. Which gradients on the board change if c becomes 20?
# 2. We called the closures of L, d, e. What comes out if e is called before d?
# 3. Open `micrograd/engine.py`: what do its `+` and `*` have that ours lack?
#
# ## Exercises
# `add`, `mul`, `sub`, `div`, `pow`: start them with `python -m micrograd check add`.
