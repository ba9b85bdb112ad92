# %% [markdown] lang="en"
# # 4. In which order?
# After this lesson you can say in which order the closures of any graph have to run,
# show where each wrong order fails, and sort a graph of any depth.
#
# Needs: lesson 3. Minutes: 25.
# %% [markdown] lang="zh"
# # 4. 按什么顺序？
# 学完本课，你能说出任何一张计算图的闭包应当按什么顺序执行，
# 能为每种错误的顺序举出反例，并能给任意深的计算图排序。
#
# 先修：第 3 课。用时：25 分钟。

# %%
from micrograd import Value, draw_dot, image, present, trace, write_player

present()

# %% [markdown] lang="en"
# ## Five graphs
# In lesson 3 we called each closure ourselves. Now a function has to find the order.
# Five graphs of a: its gradients by hand 5, 10, 4, 12, 12. How do the last two differ?
# %% [markdown] lang="zh"
# ## 五张图
# 第 3 课里，L、d、e 的闭包是我们自己一个个调用的。现在要让函数来找顺序。
# 我们拿五张只由 a 搭成的图来试。手算得到 a 的梯度依次是 5、10、4、12 和 12。
# 最后两张图有什么不同？

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

# %% [markdown] lang="en" ask="gradient(forward, 'chain')"
# `trace` lists operands before results. In that order, what does `a` get in the chain?
#
# The first product had no gradient yet, and handed on 0. Only `single` is right.
# %% [markdown] lang="zh" ask="gradient(forward, 'chain')"
# `trace` 把操作数排在结果前面。按这个顺序执行闭包，`chain` 里的 a 会得到多少？
#
# 轮到第一个积的时候，它自己还没有梯度，只能传出 0。
# 只有 `single` 碰巧算对：它只有一次运算。

# %%
def forward(root):
    return trace(root)[0]


print('single', gradient(forward, 'single'), '  chain', gradient(forward, 'chain'))
assert [gradient(forward, name) for name in graphs(Value(3.0))] == [5, 0, 0, 0, 0]

# %% [markdown] lang="en" ask="gradient(naive, 'diamond')"
# From the root down, then: a node, and after it each operand, by recursion. The chain
# is right now. What does `a` get in the diamond?
#
# b has its whole gradient, 2, but comes twice, once for each use. Each time it hands
# 2 to a, twice. Right would be 4. It works where no result is used twice.
# %% [markdown] lang="zh" ask="gradient(naive, 'diamond')"
# 那就从根节点往下走：先排节点自己，再对每个操作数递归地做同样的事。
# 这下 `chain` 对了。`diamond` 里的 a 会得到多少？
#
# b 已经拿到了全部梯度 2，却因为被用了两次，在顺序里出现了两次，
# 每次都把 2 传给 a 两遍。正确的是 4。
# 只有当每个中间结果都只用一次时，这样做才对。

# %%
def naive(root):
    order = [root]
    for operand in root._prev:
        order += naive(operand)
    return order


print('chain', gradient(naive, 'chain'), '  diamond', gradient(naive, 'diamond'))
assert [gradient(naive, name) for name in graphs(Value(3.0))] == [5, 10, 8, 14, 24]

# %% [markdown] lang="en" ask="gradient(first_visit, 'early')"
# So each node only once, when it is visited first. The diamond is right now. What
# does `a` get in `early`?
#
# h came when only its first use had reported: 1 * 2. The 5 of the other use came too
# late. `late` is the same sum the other way round, and comes out right: luck.
# %% [markdown] lang="zh" ask="gradient(first_visit, 'early')"
# 那么每个节点只排一次，第一次访问时就排进去。这下 `diamond` 对了。
# `early` 里的 a 会得到多少？
#
# 轮到 h 时，只有第一处使用传回了梯度：1 * 2。另一处的 5 来晚了。
# `late` 只是把两个加数换了位置，结果就对了：纯属运气。

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

# %% [markdown] lang="en"
# ## The rule
# A closure may run when all uses of its result have reported, and not before. In a
# topological order each node comes after its operands: reversed, after all its uses.
# One line of `first_visit` moves down, and the list is reversed.
# %% [markdown] lang="zh"
# ## 规则
# 一个结果的所有使用者都传回梯度之后，它的闭包才可以执行。
# 拓扑排序让每个节点都排在自己的操作数之后；倒过来，就排在所有使用者之后。
# 所以 `first_visit` 里有一行要往下挪，最后再把列表倒过来。

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

# %% [markdown] lang="en" ask="managed"
# Now a + a + … + a, a chain of 10,000 sums. Does `by_recursion` manage it?
#
# Each step down is a call inside a call. Python allows about a thousand.
# %% [markdown] lang="zh" ask="managed"
# 再来一条长链：a + a + … + a，共 10000 次加法。`by_recursion` 能应付吗？
#
# 每往下一层，就多套一层函数调用，而 Python 大约只允许一千层。

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

# %% [markdown] lang="en" ask="a.grad"
# Repaired: a list is the stack, and each node on it remembers which operand is next.
# What is the gradient of a in the chain of 10,000 sums?
#
# It is used 10,001 times. The engine sorts in the same way: `micrograd/graph.py`.
# %% [markdown] lang="zh" ask="a.grad"
# 改好了：用一个列表当栈，栈里的每个节点都记着下一个该访问哪个操作数。
# 在有 10000 次加法的长链里，a 的梯度是多少？
#
# a 一共被用了 10001 次。引擎也是这样排序的，见 `micrograd/graph.py`。

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

# %% [markdown] lang="en"
# ## Questions
# 1. Draw a graph on which `first_visit` fails whichever way its sums are written.
# 2. Would `by_stack` be right with `topo` in place of `seen`? As fast, on any graph?
# 3. What would each order do if a Value were made its own operand?
#
# ## Exercises
# `backward`, `deep`: start with `python -m micrograd check backward`.
# %% [markdown] lang="zh"
# ## 思考题
# 1. 画一张图，使得不论其中的加法怎样交换次序，`first_visit` 都会算错。
# 2. 如果 `by_stack` 也像 `by_recursion` 那样只查 `topo`，不用 `seen`，结果还对吗？
#    不论什么样的图，都还一样快吗？
# 3. 如果有人把一个 Value 变成它自己的操作数，每种顺序会怎样？
#
# ## 练习
# `backward`、`deep`：先运行 `python -m micrograd check backward`。
