# %% [markdown]
# # 16. A compiler
# After this lesson you can let the closures write a program, read it line by line, and
# say which of its lines may go without changing a bit.
#
# Needs: lessons 8 and 15. Minutes: 25.

# %%
import random
from functools import partialmethod
from importlib.util import find_spec
from math import isclose
from time import perf_counter

from micrograd import (
    MLP, SGD, CompileError, Value, compile_loss, image, linear, present,
    write_player)

present()

# %% [markdown]
# ## A number that writes
# The fifth guest in `.data` is only a name. Told to multiply, it writes a line and
# answers with the name of that line. Its first task: the square of a neuron's output.

# %%
class Symbol:
    def __init__(self, name):
        self.name = str(name)

    def write(self, sign, other):
        tape.append(f't{len(tape) + 1} = {self.name} {sign} {other.name}')
        return Symbol(f't{len(tape)}')

    __add__ = partialmethod(write, '+')  # a + b becomes a.write('+', b)
    __mul__ = partialmethod(write, '*')
    __truediv__ = partialmethod(write, '/')  # Value takes no guest without


def square(w, x, b):
    out = w * x + b
    out.label = 'out'
    return out * out


tape = []
w, x, b = (Value(Symbol(name)) for name in 'wxb')
square(w, x, b).backward()
print(*tape, sep='\n')
assert tape[2] == 't3 = t2 * t2' and len(tape) == 14

# %% [markdown] ask="b.grad"
# Three lines of forward pass; the rest was written by closures. Python can run them as
# they are. With w = 0.5, x = 3, b = 0.1, what will the gradient of b be?
#
# The output is 1.5 + 0.1 = 1.6. Its square grows by 2 · 1.6 for each unit of b.

# %%
names = {'w': 0.5, 'x': 3.0, 'b': 0.1}
exec('\n'.join(tape), names)
w, x, b = (Value(names[name], label=name) for name in 'wxb')
loss = square(w, x, b)
write_player(loss, image('16_pass.html'))  # the same closures, step by step
loss.backward()
print('tape', names['t12'], names['t10'], ' engine', w.grad, b.grad)
assert (names['t12'], names['t10']) == (w.grad, b.grad) and b.grad == 3.2

# %% [markdown] ask="kept"
# Many lines are idle: they add 0, multiply by 1, repeat another, or find the gradient
# of the input x, which nobody wants. How many of the 14 have to stay?
#
# Forward 3; backward a product and the gradients of out, w and b: 4. Adding to 0 has
# become adding to d_w and d_b, what w and b hold already: gradients accumulate.

# %%
program = compile_loss(lambda x: square(w, x, b), [w, b])
print(program.source)
lines = [line.strip() for line in program.source.splitlines() if ' = ' in line]
kept = sum(line[0] not in '#[' for line in lines)  # neither comment nor input
assert kept == 7

# %% [markdown]
# Read it aloud. Each comment is a line from above; its closure wrote what follows it.
#
# ## A whole network
# The regression of lesson 8: 337 parameters, 100 steps. The plain loop also stands for
# micrograd 0.1.0, which works alike but cannot be installed beside this package
# (`make bench` compares them). PyTorch takes part where it is installed.

# %%
def loss(x1, x2, y):
    return (model([x1, x2]) - y) ** 2


rows = [(*inputs, target) for inputs, target in linear(100)]
random.seed(1)
model = MLP(2, [16, 16, 1])
parameters = model.parameters()
before = [p.data for p in parameters]
sgd = SGD(parameters, lr=0.01)
start = perf_counter()
for row in rows:
    sgd.zero_grad()
    loss(*row).backward()
    sgd.step()
times = {'engine': (perf_counter() - start) / 100}
trained = [p.data for p in parameters]

# %% [markdown] ask="equal['python']"
# Back to the start, and the same 100 steps by the program. Will all 337 parameters be
# equal to the last bit?
#
# The same operations in the same order: the same bits. The lines left out change none.

# %%
equal = {}
for backend, epochs in (('python', 20), ('c', 500)):
    for p, x in zip(parameters, before):
        p.data = x
    try:
        program = compile_loss(loss, parameters, backend)
        program.train(rows, lr=0.01)  # the first call builds the loop
    except CompileError as reason:
        print('left out:', reason)
        continue
    equal[backend] = [p.data for p in parameters] == trained
    print(f'{backend:6} equal to the last bit: {equal[backend]}')
    assert equal['python'] and all(map(isclose, trained, (p.data for p in parameters)))
    start = perf_counter()
    program.train(rows, lr=0.01, epochs=epochs)
    times[f'compiled, {backend}'] = (perf_counter() - start) / 100 / epochs

# %%
if find_spec('torch'):
    import torch
    layer, relu = torch.nn.Linear, torch.nn.ReLU
    net = torch.nn.Sequential(layer(2, 16), relu(), layer(16, 16), relu(), layer(16, 1))
    sgd = torch.optim.SGD(net.double().parameters(), lr=0.01)
    for _ in range(2):  # the first round warms up
        start = perf_counter()
        for row in torch.tensor(rows, dtype=torch.float64):
            sgd.zero_grad()
            (net(row[:2]) - row[2]).square().sum().backward()
            sgd.step()
        times['PyTorch'] = (perf_counter() - start) / 100

# %%
import matplotlib.pyplot as plt

plt.rcParams['font.size'] = 20
figure, axes = plt.subplots(figsize=(12, 5), layout='constrained')
ways = sorted(times, key=times.get)
bars = axes.barh(ways, [times[way] * 1e6 for way in ways], color='#56B4E9')
axes.bar_label(bars, fmt='%.1f', padding=6)
axes.set(xscale='log', xlabel='microseconds for a step (log scale)', xmargin=0.2)
figure.savefig(image('16_speed.svg'))
print(*(f'{times[way] * 1e6:9.1f} µs  {way}' for way in ways), sep='\n')

# %% [markdown]
# ## Questions
# 1. Which lines of the tape only find the gradient of x? Why is d_out a sum?
# 2. `0 * x` is not replaced by 0. For which x would that be wrong?
# 3. Compile a loss that ends in `return out if out > 0 else -out`. Why is it refused?
#
# ## Exercises
# `softplus`: start it with `python -m micrograd check softplus`.
