"""What goes wrong when a graph is walked: the family of leaves and backward.

The walk through `_prev` is the same in both exercises, and so are its mistakes. What
belongs to one of them alone stands in its check.
"""

from __future__ import annotations

import itertools
import random
import re

from micrograd.classroom.checker.exercise import Mistake, Text
from micrograd.classroom.checker.judge import Evidence
from micrograd.classroom.checker.mistakes import Fits, raises


def lettered(numbers: dict[str, float], code: str, labels: bool = False) -> str:
    """The code, below a line for each number that it names: a Value of that name."""
    used = [name for name in numbers if re.search(rf'\b{name}\b', code)]
    return ''.join(
        f'{name} = Value({numbers[name]}, label={name!r})\n' if labels else
        f'{name} = Value({numbers[name]})\n' for name in used
    ) + code


def apart(
    rng: random.Random, names: str, low: float = 1.1, high: float = 3.9
) -> dict[str, float]:
    """Numbers with two decimals, of both signs; none is 1, 2 or 3.

    No two are alike, nor are their sums and products, and none of these is 0 or 1:
    nothing coincides by chance.
    """
    hundredths = [n for n in range(round(low * 100), round(high * 100)) if n % 10]
    while True:
        chosen = [n / 100 for n in rng.sample(hundredths, len(names))]
        numbers = [s * n for s, n in zip([1, -1] * len(names), chosen)]
        pairs = [*itertools.combinations_with_replacement(numbers, 2)]
        sums, products = [x + y for x, y in pairs], [x * y for x, y in pairs]
        made = sorted([-1.0, 0.0, 1.0, *numbers, *sums, *products])
        if all(y - x > 1e-6 for x, y in itertools.pairwise(made)):
            return dict(zip(names, numbers))


def grown(rng: random.Random, letters: str, count: int) -> tuple[str, list[str]]:
    """The lines of a graph of so many operations or more, and its names, root last.

    Every Value leads to the root; many are used several times, also by one operation.
    """
    names, unused, lines = list(letters), list(letters), []
    while len(unused) > 1 or len(lines) < count:
        x, y = unused.pop(rng.randrange(len(unused))), rng.choice(names[-5:])
        unused = [name for name in unused if name != y]
        pair = (x, y) if rng.random() < 0.5 else (y, x)
        name = f'n{len(lines)}'
        lines.append(f'{name} = {pair[0]} {rng.choice("+*+")} {pair[1]}')
        names.append(name)
        unused.append(name)
    return '\n'.join(lines), names


def stops_at(probe: str) -> Fits:
    """Did the time end, or the memory, while this probe ran?"""
    return lambda e: e.report.ended in ('time', 'memory') and e.report.probe == probe


def walking(name: str, fits: Fits, probe: str | None = None) -> Mistake:
    """The mistake of that name in WALKS, with the predicate of an exercise."""
    return Mistake(name, fits, *WALKS[name], probe)


def wrong_attribute(e: Evidence) -> bool:
    """Does the file ask a Value for its operands under another name?"""
    other = '_?(children|child|prev|previous|parents?|pred|inputs|operands|deps)'
    return raises('AttributeError', f"object has no attribute '{other}'")(e)


WALKS = {
    'wrong-attribute': (
        Text('the operands are looked for under another name',
             '访问操作数时用错了属性名'),
        Text('Read the __init__ of Value: under which name does it keep the Values '
             'that it is made of?',
             '看看 Value 的 __init__：它把自己的操作数存在哪个属性里？'),
    ),
    'recursion-limit': (
        Text('a deep graph is too deep for recursion', '图太深，超过了递归的上限'),
        Text('Python allows about a thousand nested calls. Use a list as a stack: put '
             'on it what is still to be done.',
             'Python 大约只允许一千层嵌套调用。可以用一个列表当栈来代替递归，'
             '把还没处理的节点放进去。'),
    ),
    'no-visited': (
        Text('a Value that is used twice is taken twice',
             '用了两次的 Value 被处理了两次'),
        Text('There are several ways from the root to a shared Value. How can the '
             'walk know that it has been there before?',
             '从根节点到一个共享的 Value 有好几条路。遍历时怎样知道这里已经来过？'),
    ),
    'visits-again': (
        Text('what lies below a shared Value is walked again and again',
             '共享节点下面的部分被反复遍历'),
        Text('x = x + x, forty times over: how many ways lead down to the first x? '
             'Which Values, besides those in the result, have to be remembered?',
             '把 x = x + x 重复四十次，有多少条路通到最初的 x？除了结果里的节点，还要'
             '记住哪些节点？'),
    ),
    'visited-by-value': (
        Text('two Values with the same number are treated as one',
             '数值相同的两个 Value 被当成了同一个'),
        Text('Two Values may hold the same number by chance. What tells two objects '
             'apart even then?',
             '两个 Value 的数值可能碰巧相等。这时靠什么区分两个对象？'),
    ),
    'state-kept': (
        Text('something is kept from one call to the next',
             '上一次调用留下的东西混进了下一次'),
        Text('A default such as found=[] is made once, when Python reads the def, '
             'and a global list lives on. Where does a fresh one have to be made?',
             'found=[] 这样的默认值只在 Python 读到 def 时创建一次，全局列表也会一直'
             '保留。新的列表应该在哪里创建？'),
    ),
}
