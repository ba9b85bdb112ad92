# %% [markdown]
# # 12. When it does not learn
# After this lesson you can tell why a network does not learn, and cure five causes.
#
# Needs: lessons 8 and 10. Minutes: 25.

# %%
import random
from math import atanh, inf, isclose
from textwrap import fill

from micrograd import (
    MLP, Value, activation_histograms, clip_grad_norm, diagnose,
    gradient_histograms, image, linear, mse, present, relaxed_gc)

present()

# %% [markdown]
# ## A doctor for networks
# The task of lesson 8, 12 samples, 40 steps. `diagnose` looks at a loss before its
# backward pass and says what is wrong. What it looks for: micrograd/insight/doctor/.

# %%
data = linear(12)
targets = [y for _, y in data]


def new(*hidden, **settings):
    random.seed(1)
    return MLP(2, [*hidden, 1], **settings)


def loss_of(model, scale=1):
    return mse([model([scale * xi for xi in x]) for x, _ in data], targets)


def ask_doctor(model, scale=1):
    model.zero_grad()
    findings = diagnose(loss_of(model, scale), model.parameters())
    print(*map(fill, map(str, findings or ['The doctor finds nothing.'])), sep='\n')
    return [finding.kind for finding in findings]

# %%
def train(model, steps=40, lr=0.05, scale=1, max_norm=inf):
    with relaxed_gc():
        for _ in range(steps):
            model.zero_grad()
            loss_of(model, scale).backward()
            clip_grad_norm(model.parameters(), max_norm)
            for p in model.parameters():
                p.data -= lr * p.grad
    return loss_of(model, scale).data


healthy = train(new(8))
print(f'a healthy network after 40 steps: loss {healthy:.3f}')
assert healthy < 0.1 and ask_doctor(new(8)) == []

# %% [markdown] ask="different"
# The first patient: all weights start at 0.5. It learns 40 steps. How many different
# units are there among its 8 hidden ones?
#
# One. Equal weights get equal gradients and stay equal. Random ones break the symmetry.

# %%
equal = new(8)
for p in equal.parameters():
    p.data = 0.5
assert ask_doctor(equal) == ['equal weights']
loss = train(equal)
different = len({tuple(w.data for w in n.w) for n in equal.layers[0].neurons})
print(f'loss {loss:.3f}, different units: {different}')
assert different == 1 and loss > 10 * healthy

# %% [markdown] ask="smallest"
# Three hidden layers of sigmoids, weights up to 0.1. Layer 1 is at the inputs, layer 4
# at the loss. Which of the four has the smallest gradients?
#
# The first. On its way back the gradient is multiplied by w · slope in each layer, and
# the slope of a sigmoid is at most 1/4. The cure: ReLU, and weights of the right size.

# %%
vanishing, cured = new(6, 6, 6, activation='sigmoid', init=0.1), new(6, 6, 6, init='he')
assert ask_doctor(vanishing) == ['vanishing gradients'] and ask_doctor(cured) == []
loss_of(vanishing).backward()
sizes = [max(abs(p.grad) for p in layer.parameters()) for layer in vanishing.layers]
smallest = 1 + sizes.index(min(sizes))
gradient_histograms(vanishing).savefig(image('12_vanishing.svg'))
losses = train(vanishing), train(cured)
print(f'smallest: layer {smallest}; loss {losses[0]:.2f}, cured {losses[1]:.2f}')
assert smallest == 1 and 1000 * sizes[0] < sizes[3]
assert losses[0] > 9 > 0.1 > losses[1]

# %% [markdown] ask="a.grad"
# With weights up to 5 each layer enlarges what passes it, both ways: gradients explode.
# `clip_grad_norm` scales all gradients by one factor, to a norm of at most 1. Those of
# a and b are 3 and 4. What will a.grad be?
#
# The norm is 5, so 3/5. The direction stays, only the step gets shorter. That ends the
# explosion. To learn the task takes weights of the right size too: `init='he'`.

# %%
a, b = Value(0.0), Value(0.0)
(3 * a + 4 * b).backward()
norm = clip_grad_norm([a, b], 1.0)
print(f'norm {norm}, then a.grad {a.grad:.4f}, b.grad {b.grad:.4f}')
assert norm == 5 and isclose(a.grad, 0.6, rel_tol=1e-6)
assert ask_doctor(new(8, 8, 8, init=5.0)) == ['exploding gradients']
loss = loss_of(new(8, 8, 8, init=5.0)).data
three = train(new(8, 8, 8, init=5.0), steps=3)
clipped = train(new(8, 8, 8, init=5.0), max_norm=1.0)
print(f'loss {loss:.0e}; after 3 steps {three:.0e}, after 40 clipped {clipped:.0f}')
right_size = train(new(8, 8, 8, init='he'))
print(f'weights of the right size: {right_size:.2f}')
assert three > 1e30 > loss > 100 * clipped > 1000 * right_size

# %% [markdown] ask="dead"
# One target has lost its decimal point, 513 for 5.13; we see it after 4 steps. By
# then all 8 ReLUs give 0 for every sample. What are the gradients of their weights?
#
# 0, and no step changes them any more: they are dead. With clipped steps they live.

# %%
worst, truth = targets.index(max(targets)), max(targets)
for max_norm, kinds in ((1.0, []), (inf, ['dead ReLU'])):
    model = new(8)
    targets[worst] = 100 * truth
    train(model, 4, 0.03, max_norm=max_norm)
    targets[worst] = truth
    assert ask_doctor(model) == kinds
    loss_of(model).backward()
    dead = max(abs(p.grad) for p in model.layers[0].parameters())
    loss = train(model)
    print(f'clipped to {max_norm}: largest gradient {dead:.2g}, then loss {loss:.2f}')
    if max_norm == inf:
        assert dead == 0 and loss > 9
    else:
        assert dead > 0 and loss < 0.1

# %% [markdown] ask="x.grad"
# The last patient has tanh units, and inputs in millimetres, 1000 times too large. A
# tanh gives 0.99. What fraction of the gradient does it let through?
#
# 1 - 0.99², a fiftieth: it is saturated. The cure: scale the inputs to about 1.

# %%
x = Value(atanh(0.99))
x.tanh().backward()
print(f'x.grad {x.grad:.4f}')
assert isclose(x.grad, 1 - 0.99**2)
saturated, cured = new(8, activation='tanh'), new(8, activation='tanh')
assert ask_doctor(saturated, 1000)[0] == 'saturated tanh' and not ask_doctor(cured)
inputs = [[1000 * xi for xi in x] for x, _ in data]
activation_histograms(saturated, inputs).savefig(image('12_saturated.svg'))
activation_histograms(cured, [x for x, _ in data]).savefig(image('12_cured.svg'))
losses = train(saturated, scale=1000), train(cured)
print(f'loss {losses[0]:.2f} in millimetres, {losses[1]:.2f} in metres')
assert losses[0] > 0.5 > 0.1 > losses[1]

# %% [markdown]
# ## Questions
# 1. Why does it not matter that all biases start at 0?
# 2. Two of eight ReLUs are dead. Is the network ill?
# 3. Why must clipping come after `backward()` and before the step?
#
# ## Exercises
# `clipping`, `planted_fault`: `python -m micrograd check clipping`
