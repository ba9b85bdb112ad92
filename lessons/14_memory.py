# %% [markdown]
# # 14. Who holds the memory?
# After this lesson you can say what keeps a graph in memory and what lets it go, why a
# second `backward()` raises an error, and which training loop leaks.
#
# Needs: lessons 3 and 7. Minutes: 20.

# %%
import gc
import random
import tracemalloc
import weakref

from micrograd import (
    MLP, Value, draw_dot, image, linear, loss_curve, mse, present, relaxed_gc)

present()

# %% [markdown] ask="sum(alive.values())"
# Python frees an object when nothing refers to it any more. (For other cases it has a
# garbage collector; we switch that off.) Three graphs lose their only name: one is only
# computed, one has run `backward()`, one `release()`. How many stay in memory?
#
# The first. It holds its closure, which holds it as `out`: a reference cycle. When the
# pass is over `backward()` lets the closures go; `release()` does so without a pass.

# %%
def expression():
    x = Value(2.0)
    return (x + 3) * x.sin()


gc.collect()
gc.disable()
alive = {}
for name, finish in (('compute', lambda root: None), ('backward', Value.backward),
                     ('release', Value.release)):
    z = expression()
    assert z in [cell.cell_contents for cell in z._backward.__closure__]
    finish(z)
    watch = weakref.ref(z)  # does not count; gives None when z is gone
    del z
    alive[name] = watch() is not None
    print(f'{name:8} alive: {alive[name]!s:5}  left for the collector: {gc.collect()}')
assert list(alive.values()) == [True, False, False] and watch() is None

# %% [markdown] ask="a.grad"
# That has a price: no second pass, unless the first one says `retain_graph=True`. With
# a = 3, b = a + a, c = b + b we go backward twice. What is a.grad then?
#
# 8: each pass adds dc/da = 4; b itself starts from 0 each time. A third pass finds no
# closures, and says so. Numbers and operands are still there, so we can draw the graph.

# %%
a = Value(3.0)
b = a + a
c = b + b
a.label, b.label, c.label = 'a', 'b', 'c'
c.backward(retain_graph=True)
c.backward()
refusal = ''
try:
    c.backward()
except RuntimeError as error:
    refusal = str(error)
print(f'a.grad {a.grad}; RuntimeError: {refusal}')
assert a.grad == 8 and b.grad == 2 and 'used up' in refusal
draw_dot(c, filename=image('14_used_up.svg'))

# %%
random.seed(1)
model, data, kept = MLP(2, [8, 1]), linear(20), []


def loss():
    return mse([model(x) for x, _ in data], [y for _, y in data])


def learned():
    root = loss()
    root.backward()
    return root


loops = {'compute only': loss, 'keep each loss': lambda: kept.append(learned()),
         'keep loss.data': lambda: kept.append(learned().data),
         'compute, release': lambda: loss().release()}

# %% [markdown] ask="grows['keep each loss']"
# Now a training loop. After each `backward()` we keep the loss in a list, for a curve.
# Does the memory grow from step to step?
#
# Yes. The loss holds its operands, they hold theirs: every graph stays, only without
# its closures. Keep `loss.data`, and end what is only computed by `release()`.

# %%
memory = {name: [] for name in loops}
for name, step in loops.items():
    tracemalloc.start()
    for _ in range(20):
        step()
        memory[name].append(tracemalloc.get_traced_memory()[0] / 1e6)
    tracemalloc.stop()
    print(f'{name:16} {memory[name][0]:.2f} MB, later {memory[name][-1]:5.2f} MB')
    gc.collect()
grows = {name: sizes[-1] > 5 * sizes[0] for name, sizes in memory.items()}
assert list(grows.values()) == [True, True, False, False]
figure = loss_curve(memory)
figure.axes[0].set(xlabel='step', ylabel='memory in MB', yscale='linear')
figure.savefig(image('14_memory.svg'))

# %% [markdown] ask="gone"
# No cycle forms if the closure holds `out` by a weak reference. Is such a result gone
# when it has no name, without a backward pass and without the collector?
#
# Yes, at the price of a line in every operation. The engine cuts the cycles in one
# place instead. So the collector has nothing to find. How often does it look? We switch
# it on again, and train 20 steps; then once more with `relaxed_gc()`.

# %%
def square(x):
    out = Value(x.data**2, (x,), 'square')
    weak_out = weakref.ref(out)

    def _backward():
        x.grad += 2 * x.data * weak_out().grad
    out._backward = _backward
    return out


x = Value(3.0)
square(x).backward()
gone = weakref.ref(square(x))() is None
print('x.grad', x.grad, ' gone:', gone)
assert x.grad == 6 and gone

# %%
def total(what):
    return sum(generation[what] for generation in gc.get_stats())


def runs_of_the_collector():
    gc.collect()
    runs, found = total('collections'), total('collected')
    for _ in range(20):
        learned()
    runs, found = total('collections') - runs, total('collected') - found
    print(runs, 'runs found', found, 'objects')
    assert found < 1000  # a single graph would be thousands
    return runs


gc.enable()
usual = runs_of_the_collector()
with relaxed_gc():
    assert runs_of_the_collector() < usual

# %% [markdown]
# ## Questions
# 1. After `backward()` you still hold b, in the middle of a graph. What stays alive?
# 2. Why does `relaxed_gc()` not simply switch the collector off?
# 3. Where must `release()` go in a loop that only measures the test loss?
#
# ## Exercises
# `backward` once more, by your own hand: `python -m micrograd check backward`
