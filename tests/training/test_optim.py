"""Optimisers against PyTorch's numbers; schedules; clipping."""
import json
import math
import pathlib
from fractions import Fraction

import pytest

from micrograd.engine import Value
from micrograd.nn import MLP
from micrograd.training.optim import (
    SGD,
    Adam,
    AdamW,
    CosineLR,
    Optimizer,
    StepLR,
    WarmupLR,
    clip_grad_norm,
    clip_grad_value,
)

# computed once by optim_reference.py, which says how
REFERENCE = json.loads(
    pathlib.Path(__file__).with_name('optim_reference.json').read_text())
OPTIMISERS = {'SGD': SGD, 'Adam': Adam, 'AdamW': AdamW}


def values(*numbers):
    return [Value(x) for x in numbers]


def take_steps(optimiser, grads, lrs=None):
    """The parameters after each step with the given gradients."""
    found = []
    for k, row in enumerate(grads):
        for p, g in zip(optimiser.parameters, row):
            p.grad = g
        if lrs:
            optimiser.lr = lrs[k]
        optimiser.step()
        found.append([p.data for p in optimiser.parameters])
    return found


# --- the numbers -------------------------------------------------------------


@pytest.mark.parametrize('name, case', [
    pytest.param(name, case, id=f'{name}-{i}')
    for name in OPTIMISERS for i, case in enumerate(REFERENCE[name])])
def test_the_numbers_of_pytorch(name, case):
    optimiser = OPTIMISERS[name](values(*case['start']), case['lrs'][0],
                                 **case['settings'])
    found = take_steps(optimiser, case['grads'], case['lrs'])
    for ours, theirs in zip(found, case['found']):
        assert ours == pytest.approx(theirs, rel=1e-13, abs=1e-14)


def test_there_are_twenty_settings_each():
    assert {name: len(REFERENCE[name]) for name in OPTIMISERS} == dict.fromkeys(
        OPTIMISERS, 20)
    assert any(case['settings']['nesterov'] for case in REFERENCE['SGD'])


@pytest.mark.parametrize('make, found', [
    (lambda p: SGD(p, 0.1), [0.9, 0.8, 0.7]),
    (lambda p: SGD(p, 0.1, momentum=0.9), [0.9, 0.71, 0.439]),
    (lambda p: SGD(p, 0.1, momentum=0.9, nesterov=True), [0.81, 0.539, 0.1951]),
    (lambda p: SGD(p, 0.1, weight_decay=0.5), [0.85, 0.7075, 0.572125]),
    (lambda p: Adam(p, 0.1), [0.900000001, 0.800000002, 0.700000003]),
    (lambda p: AdamW(p, 0.1, weight_decay=0.1),
     [0.890000001, 0.781100002, 0.673289003]),
])
def test_well_known_values(make, found):
    steps = take_steps(make(values(1)), [[1.0]] * 3)
    assert [row[0] for row in steps] == pytest.approx(found, abs=5e-10)


def test_the_defaults_are_those_of_pytorch():
    p = values(1)
    assert SGD(p).lr == Adam(p).lr == AdamW(p).lr == 0.001
    assert (SGD(p).momentum, SGD(p).nesterov, SGD(p).weight_decay) == (0, False, 0)
    assert (Adam(p).betas, Adam(p).eps, Adam(p).weight_decay) == ((0.9, 0.999), 1e-8, 0)
    assert AdamW(p).weight_decay == 0.01


def test_sgd_is_exact_on_fractions():
    p = Value(Fraction(1, 3))
    p.grad = Fraction(1, 7)
    SGD([p], Fraction(1, 10)).step()
    assert p.data == Fraction(1, 3) - Fraction(1, 70)


def test_weight_decay_is_the_gradient_of_half_the_square():
    for optimiser in SGD, Adam:
        decayed, explicit = Value(1.5), Value(1.5)
        optimiser([decayed], 0.1, weight_decay=0.3).step()
        (0.3 / 2 * explicit ** 2).backward()
        optimiser([explicit], 0.1).step()
        assert decayed.data == pytest.approx(explicit.data, rel=1e-14)


@pytest.mark.parametrize('optimiser', [
    lambda p: SGD(p, 0.1), lambda p: SGD(p, 0.02, momentum=0.9),
    lambda p: Adam(p, 0.2), lambda p: AdamW(p, 0.2, weight_decay=0)])
def test_each_finds_the_bottom_of_a_bowl(optimiser):
    x, y = values(3, -2)
    opt = optimiser([x, y])
    for _ in range(300):
        opt.zero_grad()
        ((x - 1) ** 2 + 3 * (y + x) ** 2).backward()
        opt.step()
    assert [x.data, y.data] == pytest.approx([1, -1], abs=1e-3)


def test_zero_grad():
    p, q = values(1, Fraction(1, 2))
    p.grad, q.grad = 3.0, Fraction(3)
    SGD([p, q]).zero_grad()
    assert (p.grad, q.grad) == (0, 0)
    assert isinstance(q.grad, Fraction)


# --- one formula, many kinds of number ---------------------------------------


class Formula:
    """A number that is computed later, from what its names stand for then."""

    def __init__(self, compute):
        self.compute = compute

    def _with(self, other, operator, swapped=False):
        def compute(names):
            x = self.compute(names)
            y = other.compute(names) if isinstance(other, Formula) else other
            return operator(y, x) if swapped else operator(x, y)
        return Formula(compute)

    def __add__(self, y): return self._with(y, lambda a, b: a + b)
    def __radd__(self, y): return self._with(y, lambda a, b: a + b, True)
    def __sub__(self, y): return self._with(y, lambda a, b: a - b)
    def __rsub__(self, y): return self._with(y, lambda a, b: a - b, True)
    def __mul__(self, y): return self._with(y, lambda a, b: a * b)
    def __rmul__(self, y): return self._with(y, lambda a, b: a * b, True)
    def __truediv__(self, y): return self._with(y, lambda a, b: a / b)
    def __rtruediv__(self, y): return self._with(y, lambda a, b: a / b, True)
    def __rpow__(self, y): return self._with(y, lambda a, b: a ** b, True)
    def sqrt(self): return Formula(lambda names: math.sqrt(self.compute(names)))

    def __bool__(self): raise AssertionError('a choice on a number')
    __float__ = __int__ = __index__ = __lt__ = __gt__ = __le__ = __ge__ = __bool__
    __hash__ = None


def formulas(name, thing):
    """A Formula for a number; a list of them for a list."""
    if isinstance(thing, list):
        return [formulas(f'{name}[{i}]', part) for i, part in enumerate(thing)]
    return Formula(lambda names: names[name])


def computed(thing, names):
    if isinstance(thing, list):
        return [computed(part, names) for part in thing]
    return thing.compute(names) if isinstance(thing, Formula) else thing


def flat(name, thing):
    if isinstance(thing, list):
        return {key: number for i, part in enumerate(thing)
                for key, number in flat(f'{name}[{i}]', part).items()}
    return {name: thing}


@pytest.mark.parametrize('make', [
    lambda p: SGD(p, 0.1),
    lambda p: SGD(p, 0.1, momentum=0.9, weight_decay=0.1),
    lambda p: SGD(p, 0.1, momentum=0.9, nesterov=True),
    lambda p: Adam(p, 0.1, weight_decay=0.1),
    lambda p: AdamW(p, 0.1),
])
def test_a_step_is_traced_once_and_replayed_to_the_last_bit(make):
    grads = [[1.0, -2.0], [0.5, 3.0], [-1.5, 0.25], [0.125, 1.0]]
    expected = take_steps(make(values(1.5, -0.5)), grads)

    traced = make(values(1.5, -0.5))
    numbers = {name: getattr(traced, name) for name in ('lr', *traced.state)}
    numbers |= {'data': [1.5, -0.5]}
    for name in ('lr', *traced.state):
        setattr(traced, name, formulas(name, numbers[name]))
    for i, p in enumerate(traced.parameters):
        p.data, p.grad = formulas(f'data[{i}]', 0), formulas(f'grad[{i}]', 0)
    traced.step()
    after = {name: getattr(traced, name) for name in ('lr', *traced.state)}
    after |= {'data': [p.data for p in traced.parameters]}

    found = []
    for row in grads:
        names = {key: number for name, thing in numbers.items()
                 for key, number in flat(name, thing).items()}
        names |= flat('grad', row)
        numbers = {name: computed(thing, names) for name, thing in after.items()}
        found.append(numbers['data'])
    assert found == expected


# --- what an optimiser takes -------------------------------------------------


def test_a_generator_is_taken_in_once():
    model = MLP(2, [3, 1])
    optimiser = SGD((p for p in model.parameters()), 0.1)
    assert optimiser.parameters == model.parameters()
    for p in model.parameters():
        p.grad = 1.0
    before = [p.data for p in model.parameters()]
    optimiser.step()
    optimiser.step()
    assert [p.data for p in model.parameters()] == pytest.approx(
        [x - 0.2 for x in before])


@pytest.mark.parametrize('make', [SGD, Adam, AdamW, lambda p: clip_grad_norm(p, 1),
                                  lambda p: clip_grad_value(p, 1)])
def test_parameters_that_cannot_be_meant(make):
    p = Value(1.0)
    with pytest.raises(ValueError, match='no parameters'):
        make([])
    with pytest.raises(ValueError, match='parameter 2 is parameter 0 once more'):
        make([p, Value(2), p])
    with pytest.raises(ValueError, match=r"parameter 1 is no leaf .*'\+'"):
        make([p, p + 1])
    with pytest.raises(TypeError, match='parameter 1 is no Value: 3.0'):
        make([p, 3.0])
    with pytest.raises(TypeError, match=r'model.parameters\(\)'):
        make(p)
    with pytest.raises(TypeError, match=r'model.parameters\(\), got MLP'):
        make(MLP(2, [1]))


@pytest.mark.parametrize('make, error, words', [
    (lambda p: SGD(p, -0.1), ValueError, 'lr is a number from 0, got -0.1'),
    (lambda p: SGD(p, math.nan), ValueError, 'lr .* got nan'),
    (lambda p: SGD(p, '0.1'), TypeError, "lr is a number, got '0.1'"),
    (lambda p: SGD(p, None), TypeError, 'lr is a number, got None'),
    (lambda p: SGD(p, 0.1, momentum=-1), ValueError, 'momentum .* got -1'),
    (lambda p: SGD(p, 0.1, weight_decay=-1), ValueError, 'weight_decay .* got -1'),
    (lambda p: SGD(p, 0.1, nesterov=True), ValueError, 'nesterov needs a momentum'),
    (lambda p: Adam(p, -1), ValueError, 'lr'),
    (lambda p: Adam(p, betas=(0.9, 1.0)), ValueError, r'betas .* got \(0.9, 1.0\)'),
    (lambda p: Adam(p, betas=(-0.1, 0.9)), ValueError, 'betas'),
    (lambda p: Adam(p, betas=(0.9,)), ValueError, 'betas'),
    (lambda p: Adam(p, betas=0.9), ValueError, 'betas are two numbers .* got 0.9'),
    (lambda p: Adam(p, betas=('a', 'b')), ValueError, 'betas'),
    (lambda p: Adam(p, eps=-1e-8), ValueError, 'eps'),
    (lambda p: AdamW(p, weight_decay=-1), ValueError, 'weight_decay'),
])
def test_settings_out_of_range(make, error, words):
    with pytest.raises(error, match=words):
        make(values(1))


def test_the_base_class_has_no_step():
    with pytest.raises(NotImplementedError, match='Optimizer has no step'):
        Optimizer(values(1), 0.1, 0).step()


# --- schedules ---------------------------------------------------------------


def rates(schedule, n):
    return [schedule(step) for step in range(n)]


def test_step_schedule():
    assert rates(StepLR(1.0, 2, gamma=0.5), 6) == [1, 1, 0.5, 0.5, 0.25, 0.25]
    assert StepLR(1.0, 30)(30) == 0.1


def test_cosine_schedule():
    found = rates(CosineLR(1.0, 4, lr_min=0.2), 7)
    expected = [0.2 + 0.4 * (1 + math.cos(math.pi * k / 4)) for k in range(5)]
    assert found == pytest.approx([*expected, 0.2, 0.2])
    assert found[0] == 1.0 and found[4] == 0.2


def test_warm_up_schedule():
    assert rates(WarmupLR(1.0, 4), 6) == [0.25, 0.5, 0.75, 1, 1, 1]


@pytest.mark.parametrize('schedule', [
    lambda f: StepLR(f, 2, gamma=0.5), lambda f: CosineLR(f, 4),
    lambda f: WarmupLR(f, 3)])
def test_each_takes_a_plain_function_of_the_step(schedule):
    def falling(step):
        return 1.0 - 0.1 * step
    found = rates(schedule(falling), 5)
    assert found == pytest.approx(
        [falling(step) * factor for step, factor in enumerate(rates(schedule(1.0), 5))])


def test_schedules_compose_with_each_other_and_with_any_optimiser():
    schedule = WarmupLR(CosineLR(0.1, 10), 2)
    assert schedule(0) == 0.05 and schedule(1) == CosineLR(0.1, 10)(1)
    for make in SGD, Adam, AdamW:
        optimiser = make(values(1))
        optimiser.lr = schedule(0)
        take_steps(optimiser, [[1.0]])
        assert optimiser.parameters[0].data == pytest.approx(0.95, abs=1e-3)
    assert repr(WarmupLR(0.1, 2)) == 'WarmupLR(lr=0.1, steps=2)'


@pytest.mark.parametrize('make, words', [
    (lambda: StepLR(1.0, 0), 'step_size .* got 0'),
    (lambda: StepLR(1.0, '2'), "step_size .* got '2'"),
    (lambda: StepLR(1.0, 2, gamma=-1), 'gamma'),
    (lambda: CosineLR(1.0, 0), 'steps .* got 0'),
    (lambda: CosineLR(1.0, 5, lr_min=-1), 'lr_min'),
    (lambda: WarmupLR(1.0, -3), 'steps .* got -3'),
    (lambda: WarmupLR(-1.0, 3), 'lr is a number from 0, got -1.0'),
])
def test_schedule_settings_out_of_range(make, words):
    with pytest.raises(ValueError, match=words):
        make()


# --- clipping ----------------------------------------------------------------


def with_grads(*grads):
    parameters = values(*[0.0] * len(grads))
    for p, g in zip(parameters, grads):
        p.grad = g
    return parameters


def grads_of(parameters):
    return [p.grad for p in parameters]


@pytest.mark.parametrize('case', REFERENCE['clip_grad_norm'])
def test_clipping_by_norm_has_the_numbers_of_pytorch(case):
    parameters = with_grads(*case['before'])
    assert clip_grad_norm(parameters, case['max_norm']) == pytest.approx(
        case['norm'], rel=1e-14)
    assert grads_of(parameters) == pytest.approx(case['after'], rel=1e-13)


def test_a_small_norm_is_left_alone():
    parameters = with_grads(3.0, -4.0)
    assert clip_grad_norm(parameters, 6) == 5.0
    assert grads_of(parameters) == [3.0, -4.0]
    assert clip_grad_norm((p for p in parameters), 1) == 5.0
    assert math.hypot(*grads_of(parameters)) == pytest.approx(1, rel=1e-6)
    assert clip_grad_norm(with_grads(0.0), 0) == 0


def test_the_norm_of_huge_gradients_does_not_overflow():
    parameters = with_grads(3e200, 4e200)
    assert clip_grad_norm(parameters, 1) == pytest.approx(5e200)
    assert grads_of(parameters) == pytest.approx([0.6, 0.8])


@pytest.mark.parametrize('bad', [math.nan, math.inf, -math.inf])
def test_a_bad_gradient_is_named_and_nothing_is_clipped(bad):
    parameters = with_grads(3.0, bad, 4.0)
    with pytest.raises(ValueError, match=f'gradient of parameter 1 is {bad}'):
        clip_grad_norm(parameters, 1)
    assert (parameters[0].grad, parameters[2].grad) == (3.0, 4.0)


def test_clipping_by_value():
    parameters = with_grads(0.5, -0.5, 3.0, -4.0, math.inf, math.nan)
    clip_grad_value(parameters, 1.0)
    assert grads_of(parameters)[:5] == [0.5, -0.5, 1.0, -1.0, 1.0]
    assert math.isnan(parameters[5].grad)


@pytest.mark.parametrize('bad', [-1, math.nan])
def test_limits_out_of_range(bad):
    with pytest.raises(ValueError, match='max_norm'):
        clip_grad_norm(with_grads(1.0), bad)
    with pytest.raises(ValueError, match='limit'):
        clip_grad_value(with_grads(1.0), bad)

