"""Wrong programs of leaves."""

from mutants import Mutant, from_line


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

MUTANTS = [
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
