# %% [markdown]
# # 2. Expressions as graphs
# After this lesson you can draw an expression as a graph, follow its numbers from the
# inputs to the result, and say what each number has to remember for that.
#
# Needs: lesson 1. Minutes: 20.

# %%
from math import isclose, sin

from micrograd import Value, draw_dot, draw_text, image, present, trace

present()

# %% [markdown]
# ## Numbers that remember
# A Value holds a number, and looks like one in a formula. Here x is 2, y is 3, and
# z = (x + y) * sin(x). Suppose you are given z and nothing else. What must z
# remember, so that you can draw the whole expression from it?

# %% [markdown] ask="z.data"
# What is z? The sine of 2 is 0.9093.
#
# 5 times 0.9093. Python computes it while the line runs: the forward pass.

# %%
x = Value(2.0, label='x')
y = Value(3.0, label='y')
z = (x + y) * x.sin()
z.label = 'z'
print(f'z is {z.data:.4f}, made by {z._op} out of:')
for operand in z._prev:
    print(f'    {operand.data:.4f}, made by {operand._op} out of', operand._prev)
assert round(sin(2), 4) == 0.9093 and isclose(z.data, (2 + 3) * sin(2))

# %% [markdown]
# A Value remembers its number in `data`, its operation in `_op`, and its operands in
# `_prev`. They remember theirs. x and y have none: they are leaves. `trace` walks
# from z to all of them, and lists operands before results.

# %% [markdown] ask="len(nodes)"
# How many Values does `trace` find?
#
# Two leaves, and one Value for each operation: the sum, the sine and the product.

# %%
nodes, edges = trace(z)
for node in nodes:
    print(f'{node.data:.4f}  {node.label or "(no label)"}')
assert len(nodes) == 5 and [v for v in nodes if not v._prev] == [x, y]

# %% [markdown] ask="arrows"
# In the picture an arrow goes from each operand to its result. How many leave x?
#
# One to the sum, one to the sine. The text, which prints z on top and its operands
# below, has to say `see` where x comes for the second time. Each operation is drawn as
# a node of its own. An article calls it `id(z) + 1`, which may be another Value's id,
# and joins the operands to z past it. `draw_dot` numbers its nodes, and goes through.

# %%
arrows = sum(operand is x for operand, _ in edges)
print('arrows from x:', arrows)
print(draw_text(z))
draw_dot(z, filename=image('02_z.svg'))
draw_dot(z, highlight=x, filename=image('02_paths_of_x.svg'))
assert arrows == 2

# %% [markdown]
# ## The same number, another graph
# `(x + y) * (x + y)` makes two leaves, two sums and a product: five Values.

# %% [markdown] ask="len(trace(once)[0])"
# How many Values does the graph of `s * s` have, after `s = x + y`?
#
# The sum is there once, with two arrows to the product. A graph does not show what
# was written, it shows what was computed.

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

# %% [markdown] ask="products"
# `climb` multiplies x by itself while x is below 100. It starts with 3. How many
# products are in the graph?
#
# 9, 81, 6561. The loop has left no trace but these, and all of them are called x in
# the program: a name moves on, the Value stays. From 50 there is one product.

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

# %% [markdown] ask="z.data != before"
# We set `x.data` to 100. Does `z.data` change?
#
# It was computed when its line ran, and nobody runs the line again. A new x needs a
# new forward pass, and that makes a new graph.

# %%
before = z.data
x.data = 100.0
print('z', z.data, ' a new one', ((x + y) * x.sin()).data)
assert z.data == before != ((x + y) * x.sin()).data
x.data = 2.0

# %% [markdown]
# ## The empty row
# Each box has a row `grad`, and it says 0. That is the place for the slope of z when
# this Value is nudged, as in lesson 1. One call fills all rows. How? That is lesson 3.

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

# %% [markdown]
# ## Questions
# 1. Can you find z from x alone? Why would it cost memory to make that possible?
# 2. `sum([x, y, z])` starts from 0. What is in its graph? Draw it and see.
# 3. x - x is 0 for every x. Is its graph empty? What should the slope be?
#
# ## Exercises
# `leaves`: start it with `python -m micrograd check leaves`.
