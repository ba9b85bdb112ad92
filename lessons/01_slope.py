# %% [markdown]
# # 1. What a derivative is
# Afterwards you can measure a slope, say how far to trust the measurement, and
# explain why networks learn neither from measured slopes nor from formulas.
# Needs: Python functions. Time: 20 minutes.

# %%
from micrograd.lesson import image, present

present()

# %% [markdown]
# ## A nudge
# Work out f(3) in your head. Then the question of the whole course: if x moves
# a little to the right of 3, does f go up or down, and how many times as far?

# %%
from math import cos, isclose, sin


def f(x):
    return 3 * x**2 - 4 * x + 5


print('f(3) =', f(3))
assert f(3) == 20
for step in (1, 0.1, 0.01, 0.001):
    ratio = (f(3 + step) - f(3)) / step
    print(f'step {step:<5}  f moves {ratio:.3f} times as far')
    assert isclose(ratio, 14 + 3 * step)

# %% [markdown]
# 14 + 3 * step times as far: the slope of f, measured. On paper, for any x:
#
#     f(x + step) - f(x) = (6x - 4) * step + 3 * step**2
#
# Divide by the step and let it vanish: 6x - 4 remains, the derivative of f.
# Where is it 0, and what does the parabola do there?

# %%
for x in (-1, 2 / 3, 3):
    print(f'at x = {x:6.3f} the slope is {6 * x - 4:6.2f}')
assert 6 * (2 / 3) - 4 == 0 and 6 * 3 - 4 == 14
assert f(2 / 3) < min(f(2 / 3 - 0.01), f(2 / 3 + 0.01))  # its lowest point

# %% [markdown]
# ## How small a step?
# On paper the step vanishes, in a computer it cannot. We measure the slope of
# z = (x + 3) * sin(x) at x = 2, where we know it, by two differences: from x
# to x + step (forward), and from x - step to x + step (central).
# Which step comes closest: 1e-2, 1e-8 or 1e-14?

# %%
def z(x):
    return (x + 3) * sin(x)


exact = sin(2) + (2 + 3) * cos(2)
steps = [10.0**-n for n in range(1, 16)]
forward = [abs((z(2 + h) - z(2)) / h - exact) for h in steps]
central = [abs((z(2 + h) - z(2 - h)) / (2 * h) - exact) for h in steps]
for n in (2, 3, 5, 8, 14):
    print(f'1e-{n:<2}  forward {forward[n - 1]:.0e}  central {central[n - 1]:.0e}')
assert forward[7] == min(forward) > 1e-9 > min(central)
assert isclose(forward[1], 10 * forward[2], rel_tol=0.01)
assert isclose(central[1], 100 * central[2], rel_tol=0.01)

# %%
import matplotlib.pyplot as plt

plt.rcParams['font.size'] = 18
figure, axes = plt.subplots(figsize=(10, 6.5), layout='constrained')
axes.loglog(steps, forward, 'o-', color='#D55E00', label='forward difference')
axes.loglog(steps, central, 's-', color='#0072B2', label='central difference')
axes.set(xlabel='step', ylabel='error of the slope')
axes.legend()
figure.savefig(image('01_error_of_differences.svg'))

# %% [markdown]
# Read it from the right. With a step 10 times smaller the forward error is 10
# times smaller, the central error 100 times. Then both lines turn: the two
# values of z agree in more and more digits, and their difference keeps only
# the few that are left. Forward is never closer than 1e-9, central is.
#
# ## Measuring does not scale
# A network is a function with many parameters, and learning needs the slope
# for each. How often must a network run for all its central differences?

# %%
import random

from micrograd import MLP, Value, trace

random.seed(1)
for layers in ([4, 1], [16, 1], [16, 16, 1]):
    network = MLP(2, layers)  # lesson 3 trains one like the last
    measured, runs = [], 0
    for p in network.parameters():
        start, outputs = p.data, []
        for nudge in (1e-5, -1e-5):
            p.data = start + nudge
            outputs.append(network([1.5, -2.0]).data)
            runs += 1
        p.data = start
        measured.append((outputs[0] - outputs[1]) / 2e-5)
    print(f'{len(measured):3} slopes from {runs:3} runs')
    assert runs == 2 * len(measured)

# %% [markdown]
# Two runs for each parameter, and with more parameters each run takes longer,
# too. Imagine a million. How many runs does the engine of this course need?

# %%
network([1.5, -2.0]).backward()
apart = max(abs(p.grad - m) for p, m in zip(network.parameters(), measured))
print(f'1 run and 1 pass backward; apart from the measured slopes {apart:.0e}')
assert len(measured) == 337 and apart < 1e-6

# %% [markdown]
# ## Formulas do not scale
# The rules for derivatives are exact. Why not apply them to the formula? Ten
# times we go from y to y * cos(y), and write the slope by the product rule.
# How long do the formulas get?

# %%
def operations(formula):
    return sum(formula.count(sign) for sign in ('*', '-', 'cos', 'sin'))


y, slope = 'x', '1'
for level in range(1, 11):
    slope = f'({slope}) * cos({y}) - ({y}) * sin({y}) * ({slope})'
    y = f'({y}) * cos({y})'
    print(f'level {level:2}: y {operations(y):5}, slope {operations(slope):6}')
assert operations(slope) == 30720

# %% [markdown]
# 30720 operations: each level repeats all that was there before. The engine
# writes no formula. It computes numbers and keeps them. How many are there?

# %%
x = Value(0.7)
result = x
for _ in range(10):
    result = result * result.cos()
result.backward()
by_formula = eval(slope, {'x': 0.7, 'cos': cos, 'sin': sin})
nodes, _ = trace(result)
print(f'{len(nodes)} numbers: x, and two for each level')
print(f'the slope: engine {x.grad:.12f}, formula {by_formula:.12f}')
assert len(nodes) == 21 and isclose(x.grad, by_formula)

# %% [markdown]
# - numerical: two runs for each parameter, and not exact. Good as a check.
# - symbolic: exact, but the formula explodes.
# - automatic: exact, and one run gives every slope. Lesson 2 opens the engine.
#
# ## Questions
# 1. Why is a central difference of the parabola right with any step?
# 2. A friend measures with a step of 1e-15, "to be exact". What do you say?
# 3. How many runs do forward differences need for 1000 parameters?
