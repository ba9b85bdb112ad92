"""Wrong programs of planted_fault."""

from mutants import Mutant


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

MUTANTS = [
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
