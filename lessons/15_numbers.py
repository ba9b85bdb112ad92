# %% [markdown]
# # 15. Many kinds of number
# After this lesson you can get exact gradients and second derivatives from the closures
# you have, say when Newton's method beats gradient descent, and write forward mode.
#
# Needs: lessons 3 and 7. Minutes: 25.

# %%
from fractions import Fraction
from math import isclose, sqrt

from micrograd import Value, derivative, draw_dot, image, present

present()

# %% [markdown]
# ## The closure never asks
# `self.grad += other.data * out.grad` is half the closure of a product. It says "plus"
# and "times", but not what kind of number it means. So far there were floats. Python's
# Fraction can add and multiply as well. Can we use it?

# %% [markdown] ask="x.grad.numerator"
# f(x) = x³/3 - 2x, and x is the fraction 1/3. `x.grad` is a fraction with the
# denominator 9. What is its numerator?
#
# The slope is x² - 2 = 1/9 - 18/9 = -17/9. The engine did this sum, without rounding.

# %%
def f(x):
    return x**3 / 3 - 2 * x


x = Value(Fraction(1, 3))
f(x).backward()
with_floats = derivative(f, 1 / 3)  # lesson 3, in one call
print(x.grad, ' with floats', with_floats)
assert x.grad == Fraction(-17, 9) != Fraction(with_floats)

# %% [markdown]
# ## A gradient that is a graph
# The boldest guest is a Value. A closure that multiplies Values makes a Value, and with
# it a graph. We put one into `.data` by hand and run the closure of y = x · x.

# %% [markdown] ask="inner.grad"
# x is 3, so `x.grad` becomes 6, but as a Value. `inner` is the Value in `x.data`.
# What is `inner.grad` after `x.grad.backward()`?
#
# `x.grad` is the slope 2x as a graph. Its slope is 2: the second derivative of x².

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

# %% [markdown]
# The picture is what the closure wrote: 0 + x · 1 + x · 1. `derivative` plays this
# trick on a whole graph, and n times. Nobody wrote a rule for second derivatives.
#
# ## Newton
# The second derivative, the curvature, says how fast the slope changes. Newton's method
# goes where it would be 0 if that went on: x - slope / curvature. No learning rate.

# %% [markdown] ask="float(newton[1])"
# The slope x² - 2 is 0 in the valley at √2. From 1, where does the method go next?
#
# Slope -1, curvature 2x = 2: half a unit to the right, at 3/2.

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

# %% [markdown]
# In antiquity people found roots by these fractions: the next is the mean of x and 2/x.
# Right digits about double in each step. How does that look beside gradient descent?

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

# %% [markdown] ask="'a' if wrong > 0 else 'b'"
# Now Newton starts at -1, where the curvature is -2. Where does it end?
# a) in the valley at √2
# b) on the hilltop at -√2
# c) it never settles
#
# Newton looks for slope 0, and a hilltop has it too. Divide by the size of the
# curvature, and every step goes against the slope: downhill.

# %%
wrong = repaired = -1.0
for _ in range(8):
    wrong -= derivative(f, wrong) / derivative(f, wrong, n=2)
    repaired -= derivative(f, repaired) / abs(derivative(f, repaired, n=2))
print(f'Newton {wrong:.6f}  with abs {repaired:.6f}')
assert isclose(wrong, -sqrt(2)) and isclose(repaired, sqrt(2)) and f(wrong) > f(-1)

# %% [markdown]
# ## A number that carries its slope
# The last guest differentiates by itself: a dual number is a value and its slope. This
# is forward mode: no graph, no backward pass, but one run for each input.

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

# %% [markdown] ask="x.grad.slope"
# We put a and b into Values x and y. After `(x * x * y).backward()`, `x.grad` is a Dual
# as well. Its value is 2xy = 30. What is its slope?
#
# 2xy moves by 2y = 10 when x does: forward through backward, a second derivative.

# %%
x, y = Value(a), Value(b)
(x * x * y).backward()
print('x.grad', vars(x.grad), ' y.grad', vars(y.grad))
assert (x.grad.value, x.grad.slope, y.grad.value, y.grad.slope) == (30, 10, 9, 6)

# %% [markdown]
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
