# %% [markdown]
# # 1. What a derivative is
# After this lesson you can measure a slope, say how far to trust the measurement,
# and explain why networks learn neither from measured slopes nor from formulas.
#
# Needs: Python functions. Minutes: 25.

# %%
import random
from math import cos, isclose, sin
from time import perf_counter

from micrograd import MLP, Value, image, present, tangent, trace

present()

# %% [markdown]
# ## A nudge
# f(x) = 3x² - 4x + 5. Work out f(3) in your head. Then the question of the course:
# if x moves a little to the right of 3, does f go up or down, how many times as far?

# %%
def f(x):
    return 3 * x**2 - 4 * x + 5


print('f(3) =', f(3))
for step in (1, 0.1, 0.01):
    print(f'step {step:<4}  f moves {(f(3 + step) - f(3)) / step:.2f} times as far')

# %% [markdown] ask="slope"
# And with a step of 0.00001: about how many times as far does f move?
#
# On paper f(x + step) - f(x) = (6x - 4) * step + 3 * step**2. Divide by the step and
# let it vanish: 6x - 4 is left, the derivative of f. At 3 it is 14, the slope there.

# %%
slope = (f(3 + 0.00001) - f(3)) / 0.00001
print(f'f moves {slope:.5f} times as far')
assert f(3) == 20 and 6 * 3 - 4 == 14 and isclose(slope, 14, rel_tol=1e-5)
tangent(f, 3.0).savefig(image('01_tangent.svg'))

# %% [markdown] ask="lowest"
# At which x is the slope 0?
#
# The lowest point of the parabola. Finding such points is what we will call training.

# %%
lowest = 4 / 6
print(f'at x = {lowest:.3f} the slope is {6 * lowest - 4:.3f}')
assert 6 * lowest - 4 == 0 and f(lowest) < min(f(lowest - 0.01), f(lowest + 0.01))

# %% [markdown]
# ## How small a step?
# In a computer the step cannot vanish. We measure the slope of z = (x + 3) * sin(x)
# at 2 from x to x + step (forward), and from x - step to x + step (central).

# %% [markdown] ask="closest"
# Which step brings the forward difference closest to the true slope?
# a) 1e-2
# b) 1e-8
# c) 1e-14
#
# Too large: a chord is no tangent (truncation). Too small: only rounding is left.

# %%
def z(x):
    return (x + 3) * sin(x)


exact = sin(2) + (2 + 3) * cos(2)  # by the product rule
steps = [10.0**-n for n in range(1, 16)]
forward = [abs((z(2 + h) - z(2)) / h - exact) for h in steps]
central = [abs((z(2 + h) - z(2 - h)) / (2 * h) - exact) for h in steps]
for n in (2, 3, 5, 8, 14):
    print(f'1e-{n:<2}  forward {forward[n - 1]:.0e}  central {central[n - 1]:.0e}')
closest = min((forward[1], 'a'), (forward[7], 'b'), (forward[13], 'c'))[1]
assert closest == 'b' and min(forward) > 1e-9 > min(central)
assert round(forward[1] / forward[2]) == 10 and round(central[1] / central[2]) == 100

# %%
import matplotlib.pyplot as plt

plt.rcParams.update({'font.size': 20, 'lines.linewidth': 3, 'lines.markersize': 9})
figure, axes = plt.subplots(figsize=(10, 6.5), layout='constrained')
axes.loglog(steps, forward, 'o-', color='#D55E00', label='forward')
axes.loglog(steps, central, 's-', color='#0072B2', label='central')
axes.text(1e-15, 1e-11, 'step too small:\nrounding')
axes.text(1e-1, 3e-13, 'step too large:\ntruncation', ha='right')
axes.set(xlabel='step', ylabel='error of the slope', ylim=1e-13)
axes.legend(loc='upper center')
figure.savefig(image('01_error_of_differences.svg'))

# %% [markdown]
# Read from right to left: with a step 10 times smaller the forward error is 10 times
# smaller, the central error 100 times. Forward is never closer than 1e-9, central is.
#
# ## Measuring does not scale

# %% [markdown] ask="runs"
# A network has 337 numbers to train. How many runs do central differences need?
#
# Two for each. The engine of this course makes one run, and one pass backward.

# %%
random.seed(1)
network, measured, runs = MLP(2, [16, 16, 1]), [], 0
start = perf_counter()
for p in network.parameters():
    middle, outputs = p.data, []
    for nudge in (1e-5, -1e-5):
        p.data = middle + nudge
        outputs.append(network([1.5, -2.0]).data)
        runs += 1
    p.data = middle
    measured.append((outputs[0] - outputs[1]) / 2e-5)
print(f'{runs} runs: {perf_counter() - start:.3f} s')
start = perf_counter()
network([1.5, -2.0]).backward()
print(f'1 run and 1 pass backward: {perf_counter() - start:.3f} s')
apart = max(abs(p.grad - m) for p, m in zip(network.parameters(), measured))
assert len(measured) == 337 and runs == 674 and apart < 1e-6  # the same slopes

# %% [markdown]
# ## Formulas do not scale
# The rules for derivatives are exact. Why not apply them to the formula? Ten times
# we go from y to y * cos(y), and write the slope by the product rule.

# %%
y, formula, lengths = 'x', '1', []
for _ in range(10):
    formula = f'({formula}) * cos({y}) - ({y}) * sin({y}) * ({formula})'
    y = f'({y}) * cos({y})'
    lengths.append(sum(map(formula.count, ['*', '-', 'cos', 'sin'])))
print('operations in the formula of the slope:', *lengths)

# %% [markdown] ask="kept[-1]"
# The engine keeps x and what each cos and product gives: how many numbers in all?
#
# x, and two for each level. It passes on one number where a formula repeats itself.

# %%
x = result = Value(0.7)
kept, levels = [], range(1, 11)
for _ in levels:
    result = result * result.cos()
    kept.append(len(trace(result)[0]))
result.backward()
print(f'{kept[-1]} numbers; the slope is {x.grad:.12f}')
assert isclose(x.grad, eval(formula, {'x': 0.7, 'cos': cos, 'sin': sin}))
assert kept[-1] == 21 and lengths[-1] == 30720
figure, axes = plt.subplots(figsize=(10, 6.5), layout='constrained')
axes.semilogy(levels, lengths, 'o-', color='#D55E00', label='formula: operations')
axes.semilogy(levels, kept, 's-', color='#0072B2', label='engine: numbers kept')
axes.set(xlabel='level', ylabel='count')
axes.legend()
figure.savefig(image('01_formula_and_engine.svg'))

# %% [markdown]
# Numerical: two runs for each parameter, and not exact; good as a check. Symbolic:
# exact, but the formula explodes. Automatic: exact, and one pass gives every slope.

# %% [markdown]
# ## Questions
# 1. Why is a central difference of the parabola right with any step?
# 2. A friend measures with a step of 1e-15, "to be exact". What do you say?
# 3. How many runs do forward differences need for 1000 parameters?
#
# ## Exercises
# `slope`: start it with `python -m micrograd check slope`.
