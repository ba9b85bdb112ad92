"""Check of newton."""

from micrograd.classroom.checker import Check, Mistake, Probe, Text
from micrograd.classroom.checker.bank.graphs import stops_at, walking
from micrograd.classroom.checker.mistakes import (
    all_of,
    any_of,
    common,
    formula,
    raises,
    right,
    shows,
    twin,
    wrong,
)

STEP, LENGTH = 'newton_step(f, x)', 'len(list(places))'


def probes(rng):
    x, p, q = (round(rng.uniform(*ends), 1) for ends in ((1.2, 1.9), (2.2, 2.9),
                                                         (5.2, 7.9)))
    quartic = f'f = lambda x: x**4 / 4 + {p} * x**2 - {q} * x'
    cubic = f'f = lambda x: x**3 / 3 - {p} * x'
    pit = f'f = lambda x: -(-x * x).exp()\nx = {rng.choice((0.57, 0.6, 0.63))}'
    twice = 'f = lambda x: abs(x)**1.5'
    return [
        Probe('step', f'{quartic}\nx = {x}', (STEP,), 'step'),
        Probe('elsewhere', f'{quartic}\nx = -{p}', (STEP,), 'step'),
        Probe('parabola', f'f = lambda x: {p} * (x - {q})**2 + 3\nx = {x}', (STEP,),
              'step'),
        Probe('exp', f'f = lambda x: x.exp() - {q} * x\nx = {x}', (STEP,), 'step'),
        *(Probe(f'step {nth}', f'f = {f}\nx = {at}', (STEP,), 'step')
          for nth, (f, at) in enumerate((
              (f'lambda x: x * x - {p} * x', 0.0), ('lambda x: x * x', 0.0),
              (f'lambda x: 1e-7 * (x - {p})**2', x),
              (f'lambda x: 1e8 * (x - {p})**2', -x),
              ('lambda x: x**4 + x', 1), ('lambda x: x**4 + x', -2),
              (f'lambda x: x**3 - {p} * x * x', q),
              ('lambda x: (x * x + 1).log()', 0.25),
              (f'lambda x: x.exp() + {p} * x * x', -40.5)))),
        *(Probe(f'no valley {nth}', f'f = {f}\nx = {at}', (STEP,), 'valley')
          for nth, (f, at) in enumerate((
              ('lambda x: x**3', 0.0), ('lambda x: -x * x', 0.0),
              ('lambda x: x**4', 0.0),
              (f'lambda x: -1e-7 * (x - {p})**2', x), (f'lambda x: x * 0 + {p}', x),
              ('lambda x: x.sin()', 1.5), ('lambda x: x**2 * float("nan")', 1.0),
              ('lambda x: x * 0', 0), ('lambda x: 5 - x', 2)))),
        *(Probe(f'walk {nth}', f'f = {f}\nplaces = newton(f, {at}{how})',
                ('places', LENGTH), 'steps')
          for nth, (f, at, how) in enumerate((
              ('lambda x: x * x', 1.0, ', tolerance=1.0'),
              ('lambda x: x * x', 1.0, ', tolerance=0.999'),
              ('lambda x: x * x', 1.0, ', 2.0'), ('lambda x: x * x', -1.0, ''),
              ('lambda x: x * x', 0.0, ''), ('lambda x: x * x', 1.0, ', tolerance=0.0'),
              ('lambda x: x * x', -2, ', tolerance=2'),
              ('lambda x: 1e-12 * x * x', 1.0, ''), ('lambda x: 1e9 * x * x', 1.0, ''),
              (f'lambda x: x**3 / 3 - {p} * x', q, ', tolerance=1e-2'),
              (f'lambda x: 1e6 * (x**3 / 3 - {p} * x)', q, ', tolerance=1e-2'),
              (f'lambda x: 1e-6 * (x**3 / 3 - {p} * x)', q, ', tolerance=1e-2'),
              (f'lambda x: -x**3 / 3 + {p} * x', -q, ', tolerance=0.1'),
              (f'lambda x: x**3 / 3 - {p} * x', q, ', tolerance=1e3'),
              ('lambda x: x**4', 1.0, ', tolerance=1e-3'),
              ('lambda x: (x - 1000)**4', 1001.0, ', tolerance=0.01'),
              ('lambda x: (x + 500)**4 + 7', -499.0, ', tolerance=0.01'),
              ('lambda x: (x - 0.01)**4', 0.5, ', tolerance=1e-3'),
              ('lambda x: x**4', 0.0625, ', tolerance=0.0')))),
        Probe('hill at once', 'f = lambda x: -x * x\nplaces = newton(f, 1.0)',
              ('places',), 'steps'),
        Probe('list', f'{cubic}\nfirst = newton(f, {q})\nf = lambda x: x * x\n'
              'second = newton(f, 3.0)\nthird = newton(f, -2.0)',
              ('isinstance(first, list)', 'first[0]', 'len(first)', 'second', 'third',
               'first is second'), 'steps'),
        Probe('hill', f'{cubic}\nx = -{x}', (STEP,), 'valley'),
        Probe('flat', f'f = lambda x: {p} * x\nx = {x}', (STEP,), 'valley'),
        Probe('later', f'{pit}\nplaces = newton(f, x)', ('list(places)',), 'steps'),
        Probe('places', f'{cubic}\nx = {q}\nplaces = newton(f, x)',
              ('list(places)[:4]', 'list(places)[-1]', '5 < len(list(places)) < 12'),
              'steps'),
        Probe('tolerance', f'{cubic}\nplaces = newton(f, {q}, tolerance=0.5)',
              ('len(list(places)) < 7',), 'steps'),
        Probe('length', f'{cubic}\nplaces = newton(f, {q}, tolerance=0.5)',
              (LENGTH, 'list(places)', 'places is None'), 'steps', False),
        Probe('forever', f'{twice}\nplaces = newton(f, {p})',
              (LENGTH, 'list(places)[1]'), 'steps', once=True),
        *(Probe(f'walk to the end {nth}', f'f = {f}\nplaces = newton(f, {at}{how})',
                (LENGTH, 'places[0]', 'places[-2:]'), 'steps', once=True)
          for nth, (f, at, how) in enumerate((
              ('lambda x: x**4', 1e-8, ''), ('lambda x: x**4 / 4', 1e-8, ', 3e-9'),
              ('lambda x: (x - 2) ** 2', 2, ', 0'), ('lambda x: x * x', 1e-300, ''),
              ('lambda x: (x - 1e6) ** 2', 0.0, ', 10.0')))),
    ]


STEPS = ('step', 'elsewhere', 'parabola', 'exp')


def step(name, candidates, title, hint):
    """A wrong formula: s is the slope, c the curvature."""
    start = '(lambda s, c: {})(derivative(f, x, 1), derivative(f, x, 2))'
    fits = (formula(start.format(candidate), STEP, 'step', 'elsewhere')
            for candidate in candidates)
    return Mistake(name, any_of(*fits), title, hint, 'step')


def places(old, new):
    """Fits a file whose list of places comes from the solution with a text replaced."""
    return all_of(right('step'), right('elsewhere'),
                  twin((old, new), probes=('places', 'length')))


def starts_again(e):
    """Does the list hold its first place twice? This walk never comes back to it."""
    seen, ours = e.yours('length', 'list(places)'), e.right['length']['list(places)']
    return isinstance(seen, list) and seen.count(ours[0]) > 1


CHECK = Check(
    title=Text("Newton's method", '牛顿法'),
    steps={
        'step': Text('one step', '一步'),
        'valley': Text('no valley here', '这里没有谷底'),
        'steps': Text('all steps', '全部步骤'),
    },
    probes=probes,
    needs=('newton_step', 'newton'),
    uses={'Value': 'engine',
          **dict.fromkeys(['derivative', 'grad'], 'derivatives.higher')},
    mistakes=(
        common('no-return', any_of(
            lambda e: 'step' in e.report.seen and e.yours('step', STEP) is None,
            shows('length', 'places is None', True))),
        Mistake(
            'derivative-of-a-number',
            raises('TypeError', "'float' object is not callable"),
            Text('`derivative()` got a number where it needs a function',
                 'derivative() 需要函数，得到的却是数'),
            Text('derivative(f, x) is a number: the slope at one place. What is the '
                 'third argument of derivative for?',
                 'derivative(f, x) 是一个数，即某一点的斜率。derivative 的第三个参数'
                 '有什么用？'),
        ),
        step(
            'gradient-step', ('x - s', 'x - 0.1 * s', 'x - 0.01 * s'),
            Text('a step of gradient descent', '这是梯度下降的一步'),
            Text('Where the slope changes fast, the place where it is 0 is near. '
                 'Which number says how fast it changes?',
                 '斜率变化越快，离斜率为 0 的地方就越近。哪个数表示它变化得多快？')),
        step(
            'step-uphill', ('x + s / c',),
            Text('the step goes the other way', '方向反了'),
            Text('With a positive slope and a positive curvature, on which side is '
                 'the bottom?',
                 '斜率为正、曲率为正时，谷底在哪一侧？')),
        step(
            'ratio-upside-down', ('x - c / s',),
            Text('curvature divided by slope', '用曲率除以斜率，弄反了'),
            Text('At the bottom the slope is 0. How long is your step there, and '
                 'how long should it be?',
                 '谷底处斜率为 0。你在那里的步长是多少？应该是多少？')),
        step(
            'product-for-ratio', ('x - s * c',),
            Text('slope times curvature', '把斜率与曲率相乘了'),
            Text('In a narrow valley, with a large curvature, is the bottom near or '
                 'far?',
                 '山谷很窄、曲率很大时，谷底是近还是远？')),
        step(
            'root-of-f', ('x - f(x) / s',),
            Text('a step to where f is 0', '走向了 f 等于 0 的地方'),
            Text("Newton's method finds where a function is 0. Which function has "
                 'to be 0 at the bottom of a valley?',
                 '牛顿法求的是某个函数的零点。谷底处等于 0 的是哪个函数？')),
        step(
            'slope-squared',
            ('x - s / s**2', 'x - s / (s * s + 1e-12)', 'x - s**2 / c'),
            Text('the square of the slope is not the second derivative',
                 '斜率的平方不是二阶导数'),
            Text('f(x) = 3x has the slope 3 everywhere. How fast does the slope '
                 'change, and what is its square?',
                 'f(x) = 3x 的斜率处处是 3。斜率变化得多快？它的平方又是多少？')),
        step(
            'only-the-move', ('s / c', '-s / c'),
            Text('the move, not the place', '返回的是位移，而不是位置'),
            Text('x - slope / curvature is a place. Where does the step start?',
                 'x - 斜率 / 曲率 是一个位置。这一步从哪里出发？')),
        step(
            'step-shortened',
            ('x - s / (2 * c)', 'x - 0.1 * s / c', 'x - 0.01 * s / c'),
            Text('only a part of the step', '只走了一步的一部分'),
            Text('On a parabola a single step of Newton ends at the bottom. Where '
                 'does yours end?',
                 '对抛物线，牛顿法一步就到谷底。你的一步走到了哪里？')),
        Mistake(
            'wrong-order',
            any_of(*(
                formula(f'x - derivative(f, x, {n}) / derivative(f, x, {m})', STEP,
                        'step')
                for n, m in ((1, 3), (2, 3), (0, 2), (1, 0))
            )),
            Text('derivatives of the wrong order', '用了别的阶数的导数'),
            Text('n = 0 is f itself. Which n gives the slope, and which the '
                 'curvature?',
                 'n = 0 是 f 本身。n 取几得到斜率？取几得到曲率？'),
            'step',
        ),
        Mistake(
            'valley-refused',
            all_of(raises('ValueError', '', 'step', 'parabola', 'exp', 'forever'),
                   any_of(
                right('step'), right('exp'),
                formula('x - derivative(f, x) / derivative(f, x, 2)', STEP, 'hill'))),
            Text('a valley is refused', '有谷底的地方也引发了异常'),
            Text('Print the curvature before your test. For which numbers is there a '
                 'valley?',
                 '在判断之前打印曲率。曲率取哪些值时有谷底？'),
        ),
        Mistake(
            'curvature-without-sign',
            all_of(right('step'), any_of(
                formula('x - derivative(f, x) / abs(derivative(f, x, 2))', STEP,
                        'hill'),
                formula('x + derivative(f, x) / abs(derivative(f, x, 2))', STEP,
                        'hill'))),
            Text('a negative curvature is let through', '没有检查出负的曲率'),
            Text('On a hilltop the slope is 0, too. What sign does the curvature have '
                 'there, and what does the exercise ask for?',
                 '山顶的斜率也是 0。那里曲率的符号是什么？题目要求怎么办？'),
            'hill',
        ),
        Mistake(
            'flat-not-refused',
            all_of(right('step'), right('hill'),
                   raises('ZeroDivisionError', '', 'flat')),
            Text('a curvature of 0 is let through', '没有检查出等于 0 的曲率'),
            Text('"Not above 0": does that include 0 itself?',
                 '“不大于 0”包括 0 本身吗？'),
            'flat',
        ),
        Mistake(
            'another-exception',
            all_of(right('step'), wrong('hill'),
                   lambda e: e.fault('hill') and e.fault('flat')),
            Text('not a ValueError', '引发的不是 ValueError'),
            Text('The caller expects one kind of exception. Which one do you raise?',
                 '调用者等待的是某一种异常。你引发的是哪一种？'),
            'hill',
        ),
        Mistake(
            'no-limit-of-steps', stops_at('forever'),
            Text('the loop never ends', '循环永远不会结束'),
            Text('This function sends Newton from x to -x and back. What ends your '
                 'loop after 50 steps?',
                 '这个函数让牛顿法在 x 和 -x 之间来回跳。走了 50 步之后，是什么让你的'
                 '循环停下来？'),
            'forever',
        ),
        Mistake(
            'one-step-less', all_of(right('places'), shows('forever', LENGTH, 50)),
            Text('49 steps at the most, not 50', '最多只走 49 步，而不是 50 步'),
            Text('The list begins with x. How many places are there after one step?',
                 '列表从 x 开始。走一步之后列表里有几个位置？'),
            'forever',
        ),
        Mistake(
            'start-left-out', places('places = [x]', 'places = [newton_step(f, x)]'),
            Text('the list does not begin with x', '列表不是从 x 开始的'),
            Text('All places: where does the walk start?', '所有的位置：从哪里出发？'),
            'places',
        ),
        Mistake(
            'always-from-the-start',
            places('places.append(newton_step(f, places[-1]))',
                   'places.append(newton_step(f, x))'),
            Text('every step starts at the same x', '每一步都从同一个 x 出发'),
            Text('Where are you after the first step? Where does the second one start '
                 'from?',
                 '走完第一步你在哪里？第二步从哪里出发？'),
            'places',
        ),
        walking('state-kept', all_of(right('step'), starts_again), 'tolerance'),
        Mistake(
            'error-caught',
            all_of(right('hill'), right('places'), wrong('later'),
                   lambda e: isinstance(e.yours('later', 'list(places)'), list)),
            Text('the ValueError of a later step is caught',
                 '后面某一步的 ValueError 被捕获了'),
            Text('The caller wants to know that there is no valley. What does your '
                 '`except` do with the exception?',
                 '调用者想知道这里没有谷底。`except` 对这个异常做了什么？'),
            'later',
        ),
        Mistake(
            'tolerance-ignored',
            all_of(right('step'), right('places'), wrong('tolerance')),
            Text('the tolerance is not used as it was passed in',
                 '没有按传入的 tolerance 停止'),
            Text('A step of 0.5 or less was short enough for the caller. Which '
                 'number does your loop compare with?',
                 '调用者认为步长不超过 0.5 就够了。你的循环是和哪个数比较？'),
            'tolerance',
        ),
        Mistake(
            'never-stops-early',
            all_of(right('step'), right('places', 'list(places)[:4]'),
                   lambda e: isinstance(n := e.yours('length', LENGTH),
                                        int)
                   and n >= 50),
            Text('the walk goes on at the bottom', '到了谷底还在继续走'),
            Text('How long is the last step, and who compares it with the tolerance?',
                 '最后一步有多长？谁拿它和 tolerance 比较？'),
            'places',
        ),
        Mistake(
            'stops-too-early',
            all_of(right('step'),
                   lambda e: isinstance(p := e.yours('places', 'list(places)[:4]'),
                                        list)
                   and len(p) < 4),
            Text('the walk ends too early', '停得太早了'),
            Text('Is a step forward negative or positive, and what does it mean to '
                 'be short? (A return inside a loop ends the loop.)',
                 '一步的符号可正可负，什么才叫“短”？（循环里的 return 会结束循环。）'),
            'places',
        ),
    ),
    promises={
        'At the bottom': (),
        'Newton steps from': ('step', 'elsewhere', 'step 0'),
        'Write two functions': (),
        'newton_step(f, x): the': ('parabola', 'exp'),
        'Where the curvature': ('hill', 'flat', 'no valley 0', 'no valley 6'),
        'newton(f, x, tolerance): the': ('places', 'list'),
        'It ends when': ('walk 0', 'walk 1', 'forever', 'tolerance'),
        'A ValueError of': ('later', 'hill at once'),
        'derivative(f, x, n)': (),
    },
    hints=(
        Text('derivative(f, x, 1) is the slope, derivative(f, x, 2) the curvature. '
             'Look at the curvature before you divide by it.',
             'derivative(f, x, 1) 是斜率，derivative(f, x, 2) 是曲率。除以曲率之前先'
             '检查它。'),
        Text('newton: places = [x]; in a loop of at most 50 rounds append a step '
             'from the last place, and leave it when the last two are near each '
             'other.',
             'newton：places = [x]；最多循环 50 次，每次从最后一个位置走一步并加入列'
             '表，当最后两个位置足够接近时退出。'),
        Text('if not curvature > 0: raise ValueError(...); return x - slope / '
             'curvature. In the loop: places.append(newton_step(f, places[-1])), '
             'then if abs(places[-1] - places[-2]) <= tolerance: break.',
             'if not curvature > 0: raise ValueError(...)；return x - slope / '
             'curvature。循环里：places.append(newton_step(f, places[-1]))，然后 if '
             'abs(places[-1] - places[-2]) <= tolerance: break。'),
    ),
)
