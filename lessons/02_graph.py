# %% [markdown]
# # 2. A graph that finds its own slopes
# Afterwards you can draw an expression as a graph, find every gradient in it
# by hand with the chain rule, and say what backward() does. Needs: lesson 1.
# Time: 25 minutes.

# %%
from micrograd.lesson import image, present

present()

# %% [markdown]
# ## Numbers that remember
# A Value holds a number, and remembers which operation made it out of which
# other Values. Here is z = (x + y) * sin(x). What must z know so that somebody
# can draw the whole expression from z alone?

# %%
from math import cos, isclose, sin

from micrograd import Value, draw_dot

x = Value(2.0, label='x')
y = Value(3.0, label='y')
z = (x + y) * x.sin()
z.label = 'z'

print(z)
print(z._op, 'of', z._prev)
assert isclose(z.data, (2 + 3) * sin(2))

# %% [markdown]
# Its number, the operation and the operands, which know their own. The picture
# goes from the inputs on the left to z on the right. How many arrows leave x?
# What does grad say, and why?

# %%
draw_dot(z, filename=image('02_z_before.svg'))

# %% [markdown]
# Two arrows leave x, since z uses it twice. Every grad is 0: nobody has asked
# yet. grad will be the slope of z with respect to that Value.
#
# Move y by a little: x + y moves as much, and z moves sin(x) times as much. So
# what must y.grad become? And x.grad, which reaches z on two paths?

# %%
z.backward()
print(f'x.grad {x.grad:.4f}   y.grad {y.grad:.4f}')
assert isclose(y.grad, sin(2))
assert isclose(x.grad, sin(2) + (2 + 3) * cos(2))  # one term for each path


def z_at(x):
    return (x + 3) * sin(x)


measured = (z_at(2 + 1e-5) - z_at(2 - 1e-5)) / 2e-5
print(f'measured, as in lesson 1: {measured:.4f}')
assert abs(measured - x.grad) < 1e-9
draw_dot(z, filename=image('02_z_after.svg'))

# %% [markdown]
# ## The chain rule by hand
# A second expression: L = (a * b + c) * f. We give every step a name. Compute
# L in your head before you go on.

# %%
a = Value(2.0, label='a')
b = Value(-3.0, label='b')
c = Value(10.0, label='c')
f = Value(-2.0, label='f')
e = a * b
d = e + c
L = d * f
e.label, d.label, L.label = 'e', 'd', 'L'
print('e', e.data, '  d', d.data, '  L', L.data)
assert (e.data, d.data, L.data) == (-6, 4, -8)
draw_dot(L, filename=image('02_L_before.svg'))

# %% [markdown]
# Take the picture and a pencil. Walk from L to the left and write the slope of
# L beside each Value:
# - L itself: if L moves by 1, L moves by 1.
# - A product hands each operand its gradient times the other operand.
# - A sum hands its gradient to both operands as it is.
#
# "Gradient of the result times local slope" is the chain rule.

# %%
L.grad = 1.0
d.grad = f.data * L.grad
f.grad = d.data * L.grad
e.grad = 1.0 * d.grad
c.grad = 1.0 * d.grad
a.grad = b.data * e.grad
b.grad = a.data * e.grad
nodes = (a, b, c, f, e, d, L)
by_hand = [v.grad for v in nodes]
print('  '.join(f'{v.label} {v.grad:g}' for v in nodes))
assert by_hand == [6, -4, -2, 4, -2, -2, 1]

# %% [markdown]
# ## One closure for each operation
# The engine does just this. Each operation leaves a small function in its
# result, `_backward`, that hands the gradient on to the operands. We call them
# ourselves, from L to the left. What goes wrong if e comes before d?

# %%
def call_closures(*order):
    for v in nodes:
        v.grad = 0.0
    L.grad = 1.0
    for v in order:
        v._backward()
    return [v.grad for v in nodes]


assert call_closures(L, d, e) == by_hand
print('L, d, e: a.grad', a.grad)
assert call_closures(L, e, d) != by_hand
print('L, e, d: a.grad', a.grad)

# %% [markdown]
# e handed on its gradient before it had one. backward() finds the right order
# for any graph: it sorts the nodes so that each stands after its operands, and
# calls the closures in reverse.

# %%
for v in (a, b, c, f):
    v.grad = 0.0  # backward() adds to what the inputs have
L.backward()
assert [v.grad for v in nodes] == by_hand
draw_dot(L, filename=image('02_L_after.svg'))

# %% [markdown]
# ## What the gradient is good for
# L is -8. Move every input a little along its own gradient. Does L rise or
# fall, and how could you make it do the other?

# %%
for v in (a, b, c, f):
    v.data += 0.01 * v.grad
L = (a * b + c) * f
print('L was -8, now it is', round(L.data, 6))
assert isclose(L.data, -7.286496)

# %% [markdown]
# ## Why closures add
# One last guess: with a = 3 and b = a + a, what is a.grad?

# %%
a = Value(3.0, label='a')
b = a + a
b.backward()
print('a.grad', a.grad)
assert a.grad == 2

# %% [markdown]
# 2, as b = 2 * a says. Both operands of the sum are a, and each hands on 1. A
# closure that said = in place of += would lose one of them.
#
# ## Questions
# 1. Which gradients of L change if c becomes 20?
# 2. x has two paths to z. Which closure puts in which term of x.grad?
# 3. What would a picture of b = a + a show, before and after backward()?
