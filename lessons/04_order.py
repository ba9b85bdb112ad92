# %% [markdown]
# # 4. In which order?
# After this lesson you can say in which order the closures of any graph have to run,
# show where each wrong order fails, and sort a graph of any depth.
#
# Needs: lesson 3. Minutes: 25.

# %%
from micrograd import Value, draw_dot, image, present, trace, write_player

present()

# %% [markdown]
# ## Five graphs
# In lesson 3 we called each closure ourselves. Now a function has to find the order.
# Five graphs of a: its gradients by hand 5, 10, 4, 12, 12. How do the last two differ?

# %%
def graphs(a):
    b, h = a + a, a * 2
    b.label, h.label = 'b', 'h'
    return {'single': a * 5, 'chain': a * 2 * 5, 'diamond': b + b,
            'early': h + h * 5, 'late': h * 5 + h}


def gradient(order, name):
    a = Value(3.0, label='a')
    root = graphs(a)[name]
    root.grad = 1.0
    for node in order(root):
        node._backward()
    return a.grad


draw_dot(graphs(Value(3.0, label='a'))['diamond'], filename=image('04_diamond.svg'))
draw_dot(graphs(Value(3.0, label='a'))['early'], filename=image('04_early.svg'))

# %% [markdown] ask="gradient(forward, 'chain')"
# `trace` lists operands before results. In that order, what does `a` get in the chain?
#
# The first product had no gradient yet, and handed on 0. Only `single` is right.

# %%
def forward(root):
    return trace(root)[0]


print('single', gradient(forward, 'single'), '  chain', gradient(forward, 'chain'))
assert [gradient(forward, name) for name in graphs(Value(3.0))] == [5, 0, 0, 0, 0]

# %% [markdown] ask="gradient(naive, 'diamond')"
# From the root down, then: a node, and after it each operand, by recursion. The chain
# is right now. What does `a` get in the diamond?
#
# b has its whole gradient, 2, but comes twice, once for each use. Each time it hands
# 2 to a, twice. Right would be 4. It works where no result is used twice.

# %%
def naive(root):
    order = [root]
    for operand in root._prev:
        order += naive(operand)
    return order


print('chain', gradient(naive, 'chain'), '  diamond', gradient(naive, 'diamond'))
assert [gradient(naive, name) for name in graphs(Value(3.0))] == [5, 10, 8, 14, 24]

# %% [markdown] ask="gradient(first_visit, 'early')"
# So each node only once, when it is visited first. The diamond is right now. What
# does `a` get in `early`?
#
# h came when only its first use had reported: 1 * 2. The 5 of the other use came too
# late. `late` is the same sum the other way round, and comes out right: luck.

# %%
def first_visit(root):
    order = []
    def visit(node):
        if node not in order:
            order.append(node)
            for operand in node._prev:
                visit(operand)
    visit(root)
    return order


found = {name: gradient(first_visit, name) for name in graphs(Value(3.0))}
print(found)
assert found == {'single': 5, 'chain': 10, 'diamond': 4, 'early': 2, 'late': 12}

# %% [markdown]
# ## The rule
# A closure may run when all uses of its result have reported, and not before. In a
# topological order each node comes after its operands: reversed, after all its uses.
# One line of `first_visit` moves down, and the list is reversed.

# %%
def by_recursion(root):
    topo = []
    def visit(node):
        if node not in topo:
            for operand in node._prev:
                visit(operand)
            topo.append(node)
    visit(root)
    return reversed(topo)


found = {name: gradient(by_recursion, name) for name in graphs(Value(3.0))}
print(found)
assert found == {'single': 5, 'chain': 10, 'diamond': 4, 'early': 12, 'late': 12}
write_player(graphs(Value(3.0, label='a'))['early'], image('04_pass.html'))

# %% [markdown] ask="managed"
# Now a + a + … + a, a chain of 10,000 sums. Does `by_recursion` manage it?
#
# Each step down is a call inside a call. Python allows about a thousand.

# %%
a = deep = Value(3.0)
for _ in range(10_000):
    deep = deep + a
try:
    by_recursion(deep)
    managed = True
except RecursionError as error:
    managed = False
    print('RecursionError:', error)
assert not managed

# %% [markdown] ask="a.grad"
# Repaired: a list is the stack, and each node on it remembers which operand is next.
# What is the gradient of a in the chain of 10,000 sums?
#
# It is used 10,001 times. The engine sorts in the same way: `micrograd/graph.py`.

# %%
def by_stack(root):
    topo, seen, stack = [], {root}, [(root, iter(root._prev))]
    while stack:
        node, operands = stack[-1]
        operand = next(operands, None)
        if operand is None:  # all of them stand in topo
            topo.append(node)
            stack.pop()
        elif operand not in seen:
            seen.add(operand)
            stack.append((operand, iter(operand._prev)))
    return reversed(topo)


deep.grad = 1.0
for node in by_stack(deep):
    node._backward()
print('a.grad', a.grad)
assert a.grad == 10_001
assert found == {name: gradient(by_stack, name) for name in found}

# %% [markdown]
# ## Questions
# 1. Draw a graph on which `first_visit` fails whichever way its sums are written.
# 2. Would `by_stack` be right with `topo` in place of `seen`? As fast, on any graph?
# 3. What would each order do if a Value were made its own operand?
#
# ## Exercises
# `backward`, `deep`: start with `python -m micrograd check backward`.
