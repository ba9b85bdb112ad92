# %% [markdown]
# # 5. A neuron
# After this lesson you can follow both passes through a neuron, take an operation
# apart or put several into one, and give the engine an operation of your own.
#
# Needs: lesson 4. Minutes: 20.

# %%
from math import inf, isclose, isnan

from micrograd import (
    Neuron, Value, draw_dot, exp, grad_check, image, present, tangent, trace,
    write_player)

present()

# %% [markdown]
# ## Weigh, add, squash
# A neuron multiplies each input by a weight. The products and a bias add up to n, and
# tanh squashes n to between -1 and 1. Ours: inputs (2, 0), weights (-3, 1), bias 6.88.

# %% [markdown] ask="n.data"
# What is n?
#
# The first input pulls down by 6, the second is switched off, the bias lifts.

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

# %% [markdown] ask="n.grad"
# tanh has the slope 1 - tanh², and o is 0.7071, the root of a half. What is n.grad?
#
# 1 - 0.5. Where tanh is flat, far from 0, hardly any gradient comes through.

# %%
o.backward()
print('n.grad', round(n.grad, 6))
assert round(o.data, 4) == 0.7071 and isclose(o.data**2, 0.5) and isclose(n.grad, 0.5)
tangent(Value.tanh, n.data, reach=3.0).savefig(image('05_tanh.svg'))

# %% [markdown] ask="x1.grad"
# Sums hand the 0.5 on to each product. What is x1.grad?
#
# The other factor is w1, -3. And w1 gets 2 times 0.5.

# %%
print('x1.grad', round(x1.grad, 6), '  w1.grad', round(w1.grad, 6))
assert isclose(x1.grad, -1.5) and isclose(w1.grad, 1.0)

# %% [markdown] ask="w2.grad"
# And w2.grad?
#
# Its input is 0: whatever the weight is, nothing changes. It learns nothing from this
# sample.

# %%
print('w2.grad', w2.grad, '  x2.grad', round(x2.grad, 6), '  b.grad', round(b.grad, 6))
assert w2.grad == 0 and isclose(x2.grad, 0.5) and isclose(b.grad, 0.5)
draw_dot(o, filename=image('05_neuron.svg'))

# %% [markdown]
# ## Taken apart
# tanh(n) is (e²ⁿ - 1) / (e²ⁿ + 1). Written this way, tanh is to the engine a product,
# an exp, a difference, a sum and a quotient. Will each leaf get the same gradient as
# before?

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

# %% [markdown] ask="isnan(large)"
# The same. With n = 400, tanh as one operation gives 1. Does `apart` fail?
#
# e⁸⁰⁰ is more than a float can hold: inf, and inf / inf is not a number (nan). As
# one operation, tanh can be written in a way that does not overflow.

# %%
large = apart(Value(400.0)).data
print('tanh', Value(400.0).tanh().data, '  apart', large)
assert exp(800.0) == inf and isnan(large) and Value(400.0).tanh().data == 1

# %% [markdown]
# ## An operation of your own
# So an operation is as large as you like, if you know its local gradient. This bell
# has the slope -2x times itself. Compute a number, keep the operands, leave a closure:
# the engine can draw it and check it. `exp` from `elementary` takes any kind of number,
# where `math.exp` takes floats only.

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

# %% [markdown] ask="noticed"
# Somebody forgets `* out.grad`. Alone, `forgetful(x)` has the right gradient, since
# out.grad is 1 at the root. Does `grad_check(forgetful, 0.5)` notice?
#
# It puts another operation behind: `3 * forgetful(x)` has a wrong gradient.

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

# %% [markdown]
# ## Questions
# 1. Which inputs would let w2 learn? Which weights would let no gradient reach x1?
# 2. Take tanh apart in a way that survives n = 400. Does it survive n = -400?
# 3. What is the gradient of the bell neuron at its peak? Can it learn there?
#
# ## Exercises
# `exp`, `tanh`, `sigmoid`, `relu`, `neuron`: start with
# `python -m micrograd check exp`.
