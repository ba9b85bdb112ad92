"""Wrong programs of deep."""

from mutants import Mutant, from_line


def deep(mistake: str, *bodies: str, family: tuple[str, ...] = ()) -> list[Mutant]:
    """The function with another body: lines without the first indentation."""
    old = from_line('deep', 'def topological_order')
    return [
        Mutant('deep', mistake, ((old, f'def topological_order(root):{body}'),), family)
        for body in bodies
    ]


COUNTING = """
    users, found = {root: 0}, [root]
    for node in found:
        for operand in {*node._prev}:
            if operand not in users:
                users[operand] = 0
                found.append(operand)
            users[operand] += 1
    order, ready = [], [root]
    while ready:
        node = ready.pop()
        order.append(node)
        for operand in node._prev:
            users[operand] -= 1
            if users[operand] == 0:
                ready.append(operand)
    return order[::-1]
"""
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

MUTANTS = [
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
    *deep('leaf-root', '\n    if not root._prev:\n        return []' + BY_PAIRS),
    *deep('only-same-value', COUNTING),
]
