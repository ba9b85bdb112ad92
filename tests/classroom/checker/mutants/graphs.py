"""Wrong walks through a graph: leaves, backward, and the planted fault."""

from mutants import Mutant, from_line

# --- leaves -------------------------------------------------------------------


def leaves(mistake: str, *bodies: str, family: tuple[str, ...] = ()) -> list[Mutant]:
    """The function with another body: lines without the first indentation."""
    old = from_line('leaves', 'def leaves')
    return [
        Mutant('leaves', mistake, ((old, f'def leaves(root):{body}'),), family)
        for body in bodies
    ]


RECURSIVE = """
    found = []
    seen = set()

    def visit(node):
        if node in seen:
            return
        seen.add(node)
        if not node._prev:
            found.append(node)
        for operand in node._prev:
            visit(operand)

    visit(root)
    return found
"""
STACK = """
    found, seen, stack = [], set(), [root]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            if len(node._prev) == 0:
                found.append(node)
            for operand in node._prev[::-1]:
                stack.append(operand)
    return found
"""

LEAVES = [
    *leaves('recursion-limit', RECURSIVE,
            RECURSIVE.replace('seen = set()', 'seen = {}')
                     .replace('seen.add(node)', 'seen[node] = True'), """
    def below(node):
        if node in seen:
            return []
        seen.add(node)
        if node._prev == ():
            return [node]
        return [leaf for operand in node._prev for leaf in below(operand)]
    seen = set()
    return below(root)
"""),
    *leaves('no-return', RECURSIVE.replace('    return found\n', ''),
            STACK.replace('    return found\n', '    print(found)\n')),
    *leaves('wrong-attribute', RECURSIVE.replace('_prev', '_children'),
            STACK.replace('_prev', 'children'), STACK.replace('_prev', 'prev'),
            STACK.replace('_prev', '_parents')),
    *leaves('numbers-instead-of-nodes',
            RECURSIVE.replace('found.append(node)', 'found.append(node.data)'),
            STACK.replace('found.append(node)', 'found.append(node.label)'),
            STACK.replace('return found', 'return [v.data for v in found]')),
    *leaves('set-without-order', STACK.replace('[], set()', 'set(), set()')
            .replace('found.append', 'found.add'),
            STACK.replace('return found', 'return set(found)')),
    *leaves('no-leaf-recognised',
            STACK.replace('len(node._prev) == 0', 'node._prev == []'),
            RECURSIVE.replace('not node._prev', 'node._prev is None')),
    *leaves('only-the-operands', """
    return list(dict.fromkeys(root._prev))
""", """
    found = []
    for operand in root._prev:
        if operand not in found:
            found.append(operand)
    return found
"""),
    *leaves('interior-nodes-too',
            STACK.replace('            if len(node._prev) == 0:\n                found',
                          '            found'),
            RECURSIVE.replace('        if not node._prev:\n            found',
                              '        found'),
            RECURSIVE.replace('if not node._prev', 'if node._prev is not None')),
    *leaves('only-one-side', """
    node = root
    while node._prev:
        node = node._prev[0]
    return [node]
""", """
    if not root._prev:
        return [root]
    for operand in root._prev:
        return leaves(operand)
""", """
    while root._prev:
        left, root = root._prev
    return [root]
"""),
    *leaves('no-visited', STACK.replace('if node not in seen', 'if True'),
            RECURSIVE.replace('        if node in seen:\n            return\n', ''), """
    if not root._prev:
        return [root]
    return [leaf for operand in root._prev for leaf in leaves(operand)]
""", """
    found, stack = [], [root]
    while stack:
        node = stack.pop()
        stack += reversed(node._prev)
        if not node._prev:
            found.append(node)
    return found
"""),
    *leaves('visits-again', """
    found, stack = [], [root]
    while stack:
        node = stack.pop()
        stack += reversed(node._prev)
        if not node._prev and node not in found:
            found.append(node)
    return found
""", """
    found = {}

    def visit(node):
        if not node._prev:
            found[node] = True
        for operand in node._prev:
            visit(operand)
    visit(root)
    return list(found)
""", """
    every, stack = [], [root]
    while stack:
        node = stack.pop()
        if not node._prev:
            every.append(node)
        stack.extend(reversed(node._prev))
    return list(dict.fromkeys(every))
"""),
    *leaves('root-left-out', """
    if not root._prev:
        return []
""" + STACK[1:],
            STACK.replace('len(node._prev) == 0',
                          'not node._prev and node is not root')),
    *leaves('visited-by-value',
            STACK.replace('node not in seen', 'node.data not in seen')
                 .replace('seen.add(node)', 'seen.add(node.data)'),
            RECURSIVE.replace('node in seen', 'node.data in seen')
                     .replace('seen.add(node)', 'seen.add(node.data)'),
            STACK.replace('found.append(node)', 'if all(node.data != v.data for v in '
                          'found): found.append(node)')),
    *leaves('visited-by-label', STACK.replace('node not in', 'node._prev or node.label '
            'not in').replace('seen.add(node)', 'seen.add(node.label)')),
    *leaves('right-to-left', STACK.replace('[::-1]', ''),
            RECURSIVE.replace('in node._prev:', 'in reversed(node._prev):')),
    *leaves('breadth-first', STACK.replace('pop()', 'pop(0)').replace('[::-1]', ''), """
    from collections import deque
    seen, found, queue = {root}, [], deque([root])
    while queue:
        node = queue.popleft()
        if not node._prev:
            found.append(node)
        for operand in node._prev:
            if operand not in seen:
                seen.add(operand)
                queue.append(operand)
    return found
"""),
    *leaves('other-order', STACK.replace('pop()', 'pop(0)'),
            STACK.replace('return found',
                          'return sorted(found, key=lambda v: v.data)')),
    Mutant('leaves', 'state-kept', (
        (from_line('leaves', 'def leaves'), 'def leaves(root, found=[], seen=set()):'
         + STACK.replace('    found, seen, stack = [], set(), [root]\n',
                         '    stack = [root]\n')),)),
    Mutant('leaves', 'state-kept', (
        (from_line('leaves', 'def leaves'), 'found = []\n\n\ndef leaves(root):'
         + STACK.replace('found, seen, stack = [], set(), [root]',
                         'seen, stack = set(), [root]')),)),
    Mutant('leaves', 'state-kept', (
        (from_line('leaves', 'def leaves'), 'seen = set()\n\n\ndef leaves(root):'
         + STACK.replace('found, seen, stack = [], set(), [root]',
                         'found, stack = [], [root]')),)),
]


# --- backward -----------------------------------------------------------------


def backward(mistake: str, *bodies: str, family: tuple[str, ...] = ()) -> list[Mutant]:
    """The method with another body: lines without the indentation of the class."""
    old = from_line('backward', '    def backward')
    return [
        Mutant('backward', mistake, ((old, '    def backward(self):'
               + body.replace('\n', '\n    ').rstrip(' ')),), family)
        for body in bodies
    ]


LECTURE = """
    topo = []
    visited = set()

    def build_topo(v):
        if v not in visited:
            visited.add(v)
            for child in v._prev:
                build_topo(child)
            topo.append(v)

    build_topo(self)
    self.grad = 1.0
    for v in reversed(topo):
        v._backward()
"""
ITERATIVE = """
    order, seen, stack = [], set(), [(self, iter(self._prev))]
    seen.add(self)
    while stack:
        node, operands = stack[-1]
        for operand in operands:
            if operand not in seen:
                seen.add(operand)
                stack.append((operand, iter(operand._prev)))
                break
        else:
            order.append(node)
            stack.pop()
    self.grad = 1.0
    while order:
        order.pop()._backward()
"""
SEED = '    self.grad = 1.0\n'
BREADTH = """
    self.grad = 1.0
    queue, seen = [self], {self}
    for node in queue:
        node._backward()
        for operand in node._prev:
            if operand not in seen:
                seen.add(operand)
                queue.append(operand)
"""
NAIVE = """
    self.grad = 1.0

    def walk(node):
        node._backward()
        for child in node._prev:
            walk(child)
    walk(self)
"""

BACKWARD = [
    *backward('no-seed', LECTURE.replace(SEED, ''), ITERATIVE.replace(SEED, '')),
    *backward('gradients-cleared',
              LECTURE + '    for v in topo:\n        v.grad = 0.0\n',
              LECTURE + '        v.grad = 0.0\n'),
    *backward('seed-added', ITERATIVE.replace('grad = 1.0', 'grad += 1.0'),
              LECTURE.replace('self.grad = 1.0', 'self.grad = self.grad + 1')),
    *backward('seed-with-data', LECTURE.replace('grad = 1.0', 'grad = self.data'),
              ITERATIVE.replace('grad = 1.0', 'grad = self.data')),
    *backward('seed-is-a-value', LECTURE.replace('grad = 1.0', 'grad = Value(1.0)'),
              ITERATIVE.replace('grad = 1.0', 'grad = Value(1)')),
    *backward('seed-too-late', LECTURE.replace(SEED, '') + SEED,
              ITERATIVE.replace(SEED, '') + SEED),
    *backward('root-skipped', LECTURE.replace('reversed(topo)', 'reversed(topo[:-1])'),
              ITERATIVE.replace('    while order:',
                                '    order.pop()\n    while order:'),
              LECTURE.replace('    build_topo(self)',
                              '    for v in self._prev:\n        build_topo(v)')),
    *backward('not-called', LECTURE.replace('v._backward()', 'v._backward'),
              LECTURE.replace('    build_topo(self)\n', ''),
              ITERATIVE.replace('order.pop()._backward()', 'order.pop()'),
              LECTURE.replace('            topo.append(v)\n', '')),
    *backward('seed-in-every-node',
              LECTURE.replace(SEED, '').replace('        v._backward()',
                              '        v.grad = 1.0\n        v._backward()'), """
    self.grad = 1.0
    self._backward()
    for child in self._prev:
        child.backward()
"""),
    *backward('stops-after-the-first', """
    self.grad = 1.0
    self._backward()
"""),
    *backward('not-reversed', LECTURE.replace('reversed(topo)', 'topo'),
              ITERATIVE.replace('order.pop()', 'order.pop(0)'),
              LECTURE.replace('            topo.append(v)\n', '').replace(
                  '            for child',
                  '            topo.append(v)\n            for child'),
              """
    self.grad = 1.0
    seen = set()

    def walk(v):
        if v in seen:
            return
        seen.add(v)
        for child in v._prev:
            walk(child)
        v._backward()
    walk(self)
""", LECTURE.replace('reversed(topo)', 'sorted(topo, key=topo.index)')),
    *backward('first-visit-order', BREADTH,
              LECTURE.replace('            topo.append(v)\n', '').replace(
                  '            for child',
                  '            topo.append(v)\n            for child')
              .replace('reversed(topo)', 'topo'), """
    self.grad = 1.0
    seen, stack = set(), [self]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        node._backward()
        stack.extend(node._prev)
""", """
    self.grad = 1.0
    visited = set()

    def walk(v):
        if v not in visited:
            visited.add(v)
            v._backward()
            for child in v._prev:
                walk(child)
    walk(self)
""", BREADTH.replace('in node._prev', 'in reversed(node._prev)')),
    *backward('no-visited', LECTURE.replace('if v not in visited', 'if True'),
              LECTURE.replace('            visited.add(v)\n', '')),
    *backward('visits-again', LECTURE.replace('if v not in visited', 'if True').replace(
        '            topo.append(v)', '            if v not in topo:\n'
        '                topo.append(v)'), """
    every, stack = [], [self]
    while stack:
        node = stack.pop()
        every.append(node)
        stack.extend(node._prev)
    users = {v: 0 for v in every}
    for v in users:
        for child in v._prev:
            users[child] += 1
    self.grad = 1.0
    ready = [self]
    while ready:
        node = ready.pop()
        node._backward()
        for child in node._prev:
            users[child] -= 1
            if not users[child]:
                ready.append(child)
"""),
    *backward('naive-recursion', NAIVE, """
    if not self.grad:
        self.grad = 1.0
    self._backward()
    for child in self._prev:
        child.backward()
""", """
    self.grad = 1.0
    stack = [self]
    while stack:
        node = stack.pop(0)
        node._backward()
        stack = list(node._prev) + stack
"""),
    *backward('wrong-attribute', LECTURE.replace('_prev', '_children'),
              LECTURE.replace('_prev', '_pred'), ITERATIVE.replace('_prev', 'parents')),
    *backward('visited-by-value',
              LECTURE.replace('if v not in visited', 'if v.data not in visited')
                     .replace('visited.add(v)', 'visited.add(v.data)'),
              LECTURE.replace('if v not in visited',
                              'if v.data not in [u.data for u in topo]')
                     .replace('            visited.add(v)\n', '')),
    Mutant('backward', 'visited-by-value', (
        ('    def backward', '    def __eq__(self, other):\n'
         '        return self.data == other.data\n\n    def __hash__(self):\n'
         '        return hash(self.data)\n\n    def backward'),)),
    Mutant('backward', 'state-kept', (
        ('def backward(self):\n        topo = []\n', 'def backward(self, topo=[]):\n'),
        )),
    Mutant('backward', 'state-kept', (
        ('        topo = []\n', ''), ('topo.append', 'Value.topo.append'),
        ('reversed(topo)', 'reversed(Value.topo)'),
        ('class Value:\n', 'class Value:\n    topo = []\n\n'))),
]


# --- deep ---------------------------------------------------------------------


def deep(mistake: str, *bodies: str, family: tuple[str, ...] = ()) -> list[Mutant]:
    """The function with another body: lines without the first indentation."""
    old = from_line('deep', 'def topological_order')
    return [
        Mutant('deep', mistake, ((old, f'def topological_order(root):{body}'),), family)
        for body in bodies
    ]


BY_PAIRS = """
    order, seen, stack = [], set(), [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            for operand in node._prev:
                stack.append((operand, False))
    return order
"""
BY_CALLS = """
    order, seen = [], set()

    def visit(node):
        if node in seen:
            return
        seen.add(node)
        for operand in node._prev:
            visit(operand)
        order.append(node)

    visit(root)
    return order
"""
LEVELS = """
    order, seen, queue = [], {root}, [root]
    while queue:
        node = queue.pop(0)
        order.append(node)
        for operand in node._prev:
            if operand not in seen:
                seen.add(operand)
                queue.append(operand)
    return order[::-1]
"""

DEEP = [
    *deep('recursion-limit', BY_CALLS,
          '\n    import sys\n    sys.setrecursionlimit(20_000)' + BY_CALLS,
          BY_CALLS.replace('set()', '[]').replace('seen.add', 'seen.append')),
    *deep('no-return', BY_PAIRS.replace('    return order\n', ''),
          BY_CALLS.replace('    return order\n', '    print(order)\n')),
    *deep('wrong-attribute', BY_PAIRS.replace('_prev', '_children'),
          BY_CALLS.replace('_prev', 'parents')),
    *deep('no-visited', BY_PAIRS.replace('elif node not in seen', 'else'),
          BY_PAIRS.replace('seen.add(node)', 'pass'),
          BY_CALLS.replace('seen.add(node)', 'pass')),
    *deep('root-not-in-order',
          BY_PAIRS.replace('return order', 'return order[:-1]'),
          BY_PAIRS.replace('order.append(node)',
                           'order.append(node) if node is not root else None')),
    *deep('leaves-not-in-order',
          BY_PAIRS.replace('order.append(node)',
                           'order += [node] if node._prev else []'),
          BY_CALLS.replace('order.append(node)',
                           'order.extend([node] if node._prev else [])')),
    *deep('operands-after-results', BY_PAIRS.replace('return order',
                                                     'return order[::-1]'),
          BY_CALLS.replace('return order', 'return list(reversed(order))'),
          LEVELS.replace('order[::-1]', 'order')),
    *deep('operands-too-late', LEVELS,
          BY_PAIRS.replace('            order.append(node)', '            pass')
          .replace('seen.add(node)', 'order[:0], _ = [node], seen.add(node)')),
    *deep('visited-by-value',
          BY_PAIRS.replace('node not in seen', 'node.data not in seen')
                  .replace('seen.add(node)', 'seen.add(node.data)'),
          BY_CALLS.replace('node in seen', 'node.data in seen')
                  .replace('seen.add(node)', 'seen.add(node.data)')),
    *deep('visits-again', """
    order, stack = [], [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            if node not in order:
                order.append(node)
        else:
            stack.append((node, True))
            stack += [(operand, False) for operand in node._prev]
    return order
""", """
    order = []

    def visit(node):
        for operand in node._prev:
            visit(operand)
        if node not in order:
            order.append(node)
    visit(root)
    return order
"""),
    Mutant('deep', 'state-kept', (
        ('    order, seen, stack = [], set(), [(root, False)]',
         '    stack = [(root, False)]'),
        ('topological_order(root):', 'topological_order(root, order=[], seen=set()):'),
    )),
    Mutant('deep', 'state-kept', (
        ('    order, seen, stack = [], set(), [(root, False)]',
         '    seen, stack = set(), [(root, False)]'),
        ('def topological_order', 'order = []\n\n\ndef topological_order'),
    )),
]


# --- the planted fault ----------------------------------------------------------


def fault(mistake: str, *changes: tuple[str, str]) -> Mutant:
    return Mutant('planted_fault', mistake, changes)


MASK = '(out.data > 0) * out.grad'
PLANTED = '(out.grad > 0) * out.grad'
REST = (
    ('self.grad += other.data * out.grad', 'self.grad = other.data * out.grad'),
    ('other.grad += self.data * out.grad', 'other.grad += other.data * out.grad'),
    ('self.data + other.data', 'self.data - other.data'),
    ('max(0.0, self.data)', 'max(0.1, self.data)'),
    ('self.grad = 1.0', 'self.grad += 1.0 * self.data'),
    ('reversed(topo)', 'topo'),
    ('p.grad = 0.0', 'p.data = 0.0'),
    ('p.data -= lr', 'p.data += lr'),
    ('        for p in network.parameters():\n            p.grad = 0.0\n', ''),
    ('Value(-y)', 'Value(y)'),
    ('*self.v, self.c]', '*self.v]'),
    ('        loss.backward()\n', ''),
    ('.relu()', ''),
    ('out = self.c', 'out = Value(0.0)'),
    ('error * error', 'error'),
)
ZERO = '        for p in network.parameters():\n            p.grad = 0.0\n'
FAULT = [
    fault('fault-still-there', (MASK, PLANTED), ('lr=0.01', 'lr=0.001')),
    fault('fault-still-there', (MASK, 'out.grad if out.grad > 0 else 0.0')),
    fault('fault-still-there', (MASK, 'max(0.0, out.grad)')),
    fault('fault-still-there', (MASK, PLANTED), ('seed(4)', 'seed(7)')),
    *(fault('fault-still-there', (MASK, PLANTED), change) for change in REST[4:9]),
    fault('mask-always-on', (MASK, '(out.data >= 0) * out.grad')),
    fault('mask-always-on', (MASK, 'out.grad')),
    fault('mask-always-on', (MASK, 'out.grad if out.grad > 0 else out.grad')),
    fault('mask-reversed', (MASK, '(out.data <= 0) * out.grad')),
    fault('mask-reversed', (MASK, '(self.data < 0) * out.grad')),
    fault('mask-reversed', (MASK, '(out.grad < 0) * out.grad')),
    fault('mask-of-both', (MASK, '(out.data > 0) * (out.grad > 0) * out.grad')),
    fault('mask-of-both', (MASK, 'out.grad if self.data > 0 and out.grad > 0 else 0')),
    fault('gradient-lost', (MASK, '(out.data < 0) * out.grad')),
    fault('gradient-lost', (MASK, '0.0')),
    fault('no-upstream', (MASK, '(out.data > 0) * 1.0')),
    fault('no-upstream', (MASK, '1.0 if self.data > 0 else 0.0')),
    fault('overwrite-grad', (f'self.grad += {MASK}', f'self.grad = {MASK}')),
    *(fault('something-else-broken', change) for change in REST),
    fault('something-else-broken', ('node not in seen', 'node.data not in seen'),
          ('seen.add(node)', 'seen.add(node.data)')),
    fault('something-else-broken', (ZERO, ''),
          ('losses.append(loss.data)\n', f'losses.append(loss.data)\n{ZERO}')),
]

MUTANTS = [*LEAVES, *BACKWARD, *DEEP, *FAULT]
