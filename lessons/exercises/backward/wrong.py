"""Wrong programs of backward."""

from mutants import Mutant, from_line


def backward(mistake: str, *bodies: str, family: tuple[str, ...] = ()) -> list[Mutant]:
    """The method with another body: lines without the indentation of the class."""
    old = from_line('backward', '    def backward')
    return [
        Mutant('backward', mistake, ((old, '    def backward(self):'
               + body.replace('\n', '\n    ').rstrip(' ')),), family)
        for body in bodies
    ]


WALKED = """
    topo, seen, stack = [], set(), [(self, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((operand, False) for operand in node._prev)
    self.grad = 1.0
    for node in reversed(topo):
        node._backward()
"""
COUNTING = """
    users, found = {self: 0}, [self]
    for node in found:
        for operand in node._prev:
            if operand not in users:
                users[operand] = 0
                found.append(operand)
            users[operand] += 1
    self.grad = 1.0
    ready = [self]
    for node in ready:
        node._backward()
        for operand in {*node._prev}:
            users[operand] -= 1
            if not users[operand]:
                ready.append(operand)
"""
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

MUTANTS = [
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
    *backward('leaf-root', '\n    if not self._prev:\n        return'
              + WALKED),
    *backward('changes-gradients', WALKED.replace(
        'node._backward()', 'node._backward()\n        if node._prev:\n'
        '            node.grad = 0.0')),
    *backward('only-at-zero', WALKED.replace(
        '        node._backward()', '        if node.data:\n'
        '            node._backward()')),
    *backward('only-same-value', COUNTING),
]
