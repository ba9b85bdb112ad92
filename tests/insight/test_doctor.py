"""The doctor: each finding on the smallest network with it, none on healthy ones."""
import functools
import math
import random
import sys
import threading
import time
from fractions import Fraction

import ops
import pytest

from micrograd import (
    MLP,
    Embedding,
    LayerNorm,
    Linear,
    Neuron,
    RMSNorm,
    Value,
    diagnose,
    dot,
    fit,
    linear,
    moons,
)
from micrograd.elementary import exp
from micrograd.graph import is_used_up, topological_order
from micrograd.insight.doctor import Finding, line_of, record
from micrograd.training.losses import (
    binary_cross_entropy_with_logits,
    cross_entropy,
    hinge,
    mean,
    mse,
)
from micrograd.training.optim import SGD, Adam

INPUTS = [(1.0, 2.0), (0.5, -1.0), (-0.3, 0.7), (2.0, 0.1)]


def batch_loss(model, inputs=INPUTS, target=3.0):
    return mean([(model(x) - target) ** 2 for x in inputs])


def kinds(loss, parameters, lr=None):
    return [finding.kind for finding in diagnose(loss, parameters, lr)]


def only(loss, parameters, lr=None):
    """The one finding there is."""
    found, = diagnose(loss, parameters, lr)
    assert isinstance(found, Finding)
    assert found.wrong.endswith('.') and found.advice.endswith('.')
    assert str(found) == f'{found.kind}: {found.wrong} {found.advice}'
    assert all(isinstance(node, Value) for node in found.nodes) and found.nodes
    return found


def random_model(seed, *args, **kwargs):
    random.seed(seed)
    return MLP(*args, **kwargs)


# --- the graph ---------------------------------------------------------------


def test_parameters_that_the_loss_does_not_reach():
    w, lost = Value(2.0), Value(1.0, label='lost')
    found = only((w * 3 - 1) ** 2, [w, lost])
    assert found.kind == 'unreached parameters' and found.nodes == [lost]
    assert '1 of 2 parameters' in found.wrong and "'lost'" in found.wrong


def test_data_taken_on_the_way_cuts_parameters_off():
    model = random_model(3, 2, [2, 1])
    hidden = [Value(h.data) for h in model.layers[0](INPUTS[0])]
    found = only((model.layers[1](hidden) - 3) ** 2, model.parameters())
    assert found.nodes == model.layers[0].parameters()


def student_cube(x, attach):
    out = Value(x.data ** 3, (x,), 'cube')

    def _backward():
        x.grad += 3 * x.data ** 2 * out.grad
    attach(out, _backward)
    return out


@pytest.mark.parametrize('attach', [
    lambda out, closure: None,
    lambda out, closure: setattr(out, '_backward', closure())])
def test_a_closure_that_was_never_attached(attach):
    w = Value(2.0)
    cube = student_cube(w, attach)
    found = only(cube + 1, [w])
    assert found.kind == 'closure not attached' and found.nodes == [cube]
    assert "'cube'" in found.wrong and 'out._backward = _backward' in found.advice


def product(a, b, operands, held):
    """a * b, with too few operands, and a closure that holds them in some way."""
    out = Value(a.data * b.data, operands, 'times')
    both = [a, b]

    def plain():
        a.grad += b.data * out.grad
        b.grad += a.data * out.grad

    def in_list():
        both[0].grad += both[1].data * out.grad
        both[1].grad += both[0].data * out.grad

    def default(a=a, b=b):
        plain_product(a, b, out)

    out._backward = {'cells': plain, 'list': in_list, 'defaults': default,
                     'partial': functools.partial(plain_product, a, b, out)}[held]
    return out


def plain_product(a, b, out):
    a.grad += b.data * out.grad
    b.grad += a.data * out.grad


@pytest.mark.parametrize('held', ['cells', 'list', 'defaults', 'partial'])
@pytest.mark.parametrize('known', [0, 1])
def test_an_operand_that_was_forgotten(held, known):
    a, b = Value(3.0, label='a'), Value(5.0, label='b')
    out = product(a, b, (a, b)[:known], held)
    found = diagnose(out + 1, [])[0]
    assert found.kind == 'forgotten operand'
    assert found.nodes == [out, *(a, b)[known:]]
    assert (a.grad, b.grad, out.grad) == (0, 0, 0)


def squared(x, slip):
    out = Value(x.data ** 2, (x,), 'squared')

    def overwrites():
        x.grad = 2 * x.data * out.grad

    def no_upstream():
        x.grad += 2.2 * x.data
    out._backward = {'overwrites': overwrites, 'no upstream': no_upstream}[slip]
    return out


@pytest.mark.parametrize('slip, kind', [('overwrites', 'gradient overwritten'),
                                        ('no upstream', 'upstream gradient left out')])
def test_a_closure_with_a_usual_slip(slip, kind):
    x = Value(3.0, label='x')
    out, again = squared(x, slip), squared(x, slip)
    found = only(out + again, [x])
    assert found.kind == kind and found.nodes == [out, again]
    assert "'squared'" in found.wrong
    assert (x.grad, out.grad) == (0, 0)


@pytest.mark.parametrize('op', ops.OPS, ids=lambda op: op.name)
def test_the_closures_of_the_engine_have_no_slips(op):
    for point in op.points:
        assert kinds(op.function(*map(Value, point)), []) == []


def test_a_value_that_a_closure_only_reads_is_no_operand():
    x, scale = Value(2.0), Value(3.0)
    out = Value(x.data * scale.data, (x,), 'scaled')

    def _backward():
        x.grad += scale.data * out.grad
    out._backward = _backward
    assert kinds(out, [x]) == []


def test_gradients_left_from_an_earlier_pass():
    w = Value(2.0)

    def loss():
        return (w * 3 - 1) ** 2
    loss().backward()
    found = only(loss(), [w])
    assert found.kind == 'gradients left' and found.nodes == [w] and w.grad == 30
    assert 'zero_grad()' in found.advice
    w.grad = 0.0
    assert kinds(loss(), [w]) == []


def test_gradients_of_this_very_pass_are_not_left():
    w = Value(2.0)
    loss = (w * 3 - 1) ** 2
    loss.backward(retain_graph=True)
    assert kinds(loss, [w]) == []
    loss.backward(retain_graph=True)
    assert kinds(loss, [w]) == ['gradients left']


# --- nan and inf, changed data, the lines that made them -------------------------


def here():
    """The number of the caller's line."""
    return sys._getframe(1).f_lineno


def test_the_first_nan_with_its_line():
    x = Value(800.0, label='x')
    with record():
        y, line = x.exp(), here()
        loss = (y - y) * 2 + 1
    found = only(loss, [x])
    assert found.kind == 'nan or inf' and found.nodes == [y]
    assert "'exp'" in found.wrong and 'is inf, computed from 800.0' in found.wrong
    assert f'test_doctor.py:{line}: y, line = x.exp(), here()' in found.wrong


def test_the_first_of_several_is_the_one_that_was_made_first():
    x, y = Value(800.0), Value(900.0)
    with record():
        b = y.exp()
        a = x.exp()
        loss = a + b
    assert only(loss, [x, y]).nodes == [b]


def test_nan_is_found_without_a_record_too():
    x = Value(800.0)
    assert only(x.exp() + 1, [x]).nodes[0]._op == 'exp'
    bad = Value(float('nan'), label='input')
    found = only(bad * x, [x])
    assert found.nodes == [bad] and "The Value 'input' is nan" in found.wrong


def test_an_infinite_slope():
    x, y = Value(0.0, label='x'), Value(2.0)
    root = x.sqrt()
    found, = diagnose(root + y, [x, y])
    assert found.kind == 'nan or inf in a gradient' and found.nodes == [x, root]
    assert "'sqrt'" in found.wrong


def test_data_changed_between_the_passes():
    w = Value(2.0, label='w')
    with record():
        hidden = w * 3
        loss = hidden * hidden
    assert kinds(loss, [w]) == []
    w.data = 2.5
    found = only(loss, [w])
    assert found.kind == 'changed data' and found.nodes == [w]
    w.data = 2.0
    hidden.data += 1
    assert only(loss, [w]).nodes == [hidden]
    hidden.data -= 1
    loss.data = 7.0
    assert only(loss, [w]).nodes == [loss]


def test_a_step_between_two_passes_changes_nothing_that_matters():
    with record():
        w = Value(2.0)
        for _ in range(3):
            loss = (w * 3 - 1) ** 2
            assert kinds(loss, [w]) == []
            loss.backward()
            w.data -= 0.01 * w.grad
            w.grad = 0.0


def test_the_line_is_that_of_the_user_not_of_the_package():
    with record():
        model, made = MLP(2, [2, 1]), here()
        loss, line = mse([model([1.0, 2.0])], [3.0]), here()
    assert line_of(loss).startswith(f'test_doctor.py:{line}: loss, line')
    assert line_of(model.parameters()[0]).startswith(f'test_doctor.py:{made}: ')


def test_findings_name_the_line_of_an_operation_without_closure():
    w = Value(2.0)
    with record():
        cube = student_cube(w, lambda out, closure: None)
    assert 'out = Value(x.data ** 3' in only(cube, [w]).wrong


# --- record ------------------------------------------------------------------


def test_outside_the_block_nothing_is_paid():
    init = Value.__init__
    with record():
        assert Value.__init__ is not init
        a = Value(1.0)
    assert Value.__init__ is init
    assert line_of(a) and line_of(Value(1.0)) is None


def test_blocks_may_be_nested_and_end_by_an_exception():
    init = Value.__init__
    with record():
        with pytest.raises(KeyError), record():
            raise KeyError
        assert line_of(Value(1.0))
    assert Value.__init__ is init
    with pytest.raises(TypeError), record():
        Value('no number')
    assert Value.__init__ is init


def test_blocks_in_several_threads():
    init = Value.__init__
    barrier = threading.Barrier(4)
    lines = []

    def work():
        barrier.wait()
        for _ in range(50):
            with record():
                lines.append(line_of(Value(1.0) * 2))
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Value.__init__ is init
    assert len(lines) == 200 and all('lines.append' in line for line in lines)


def test_a_record_keeps_no_node_alive():
    from micrograd.insight.doctor import notes
    with record():
        before = len(notes._notes)
        loss = Value(1.0) * 2 + 1
        assert len(notes._notes) == before + 5
        loss.release()
        del loss
        assert len(notes._notes) == before


def test_a_subclass_is_recorded_too():
    class Named(Value):
        def __init__(self, data, name):
            super().__init__(data)
            self.name = name
    with record():
        assert 'super().__init__(data)' in line_of(Named(2.0, 'x'))


# --- dead and saturated units ------------------------------------------------------


def neuron(activation, w, b):
    model = Neuron(2, activation=activation)
    for p, data in zip(model.parameters(), (w, w, b)):
        p.data = data
    return model


def test_a_dead_relu():
    model = neuron('relu', 0.5, -100.0)
    found = only(batch_loss(model), model.parameters())
    assert found.kind == 'dead ReLU' and '1 of 1 units in layer 1' in found.wrong
    assert [node.data for node in found.nodes] == [0.0] * 4


def test_one_dead_relu_among_others_is_found_if_nothing_brings_it_back():
    model = random_model(3, 2, [4, 1])
    model.layers[0].neurons[1].b.data = -50.0
    model.layers[1].neurons[0].w[1].data = 1.0  # more of it would help
    found = only(batch_loss(model, target=30.0), model.parameters())
    assert found.kind == 'dead ReLU' and '1 of 4 units' in found.wrong


@pytest.mark.parametrize('biases, samples, found', [
    ((-8, -8, -8, 0), 16, True), ((-8, -8, 0, 0), 16, False),
    ((-8, -8, -8, 0), 8, False), ((-8, -8, -8, -8), 8, True)])
def test_most_of_a_layer_is_dead(biases, samples, found):
    model = random_model(3, 2, [4, 1])
    hidden, last = (layer.neurons for layer in model.layers)
    for unit, out, b in zip(hidden, last[0].w, biases):
        unit.b.data, out.data = b, 1.0  # more of each would help
    rng = random.Random(1)
    inputs = [(rng.uniform(-3, 3), rng.uniform(-3, 3)) for _ in range(samples)]
    loss = batch_loss(model, inputs, target=30.0)
    assert ('dead ReLU' in kinds(loss, model.parameters())) is found


def test_a_students_relu_is_known_by_what_it_does():
    def rectified(x):
        out = Value(max(0.0, x.data), (x,), 'anything')

        def _backward():
            if x.data > 0:
                x.grad += out.grad
        out._backward = _backward
        return out
    model = neuron(rectified, 0.5, -100.0)
    assert kinds(batch_loss(model), model.parameters()) == ['dead ReLU']


def test_a_relu_that_is_off_for_one_sample_is_not_dead():
    model = neuron('relu', 0.5, -100.0)
    assert kinds(batch_loss(model, INPUTS[:1]), model.parameters()) == []
    model = neuron('relu', 0.5, 0.0)
    assert kinds(batch_loss(model), model.parameters()) == []


def test_a_loss_that_is_content_is_not_dead():
    model = random_model(3, 2, [1])
    for p, data in zip(model.parameters(), (1.0, 1.0, 50.0)):
        p.data = data
    assert kinds(mean([hinge(model(x), 1) for x in INPUTS]), model.parameters()) == []
    loss = mean([binary_cross_entropy_with_logits(model(x), 1) for x in INPUTS])
    assert kinds(loss, model.parameters()) == []
    loss = mean([(-model(x)).softplus() for x in INPUTS])
    assert kinds(loss, model.parameters()) == []


@pytest.mark.parametrize('activation, bias, target', [
    ('tanh', 10.0, 0.0), ('tanh', -10.0, 0.0),
    ('sigmoid', 12.0, 0.5), ('sigmoid', -12.0, 0.5)])
def test_saturated_units(activation, bias, target):
    model = neuron(activation, 0.5, bias)
    found = only(batch_loss(model, target=target), model.parameters())
    assert found.kind == f'saturated {activation}' and len(found.nodes) == 4


def lecture_tanh(x):
    t = (math.exp(2 * x.data) - 1) / (math.exp(2 * x.data) + 1)
    out = Value(t, (x,), 'squash')

    def _backward():
        x.grad += (1 - t ** 2) * out.grad
    out._backward = _backward
    return out


def test_a_whole_hidden_layer_that_is_stuck_is_told_whatever_the_loss_wants():
    for activation, kind, bias in (('relu', 'dead ReLU', -8.0),
                                   ('tanh', 'saturated tanh', 8.0)):
        for target in (-30.0, 30.0):
            model = random_model(3, 2, [2, 1], activation=activation)
            for unit in model.layers[0].neurons:
                unit.b.data = bias
            loss = batch_loss(model, target=target)
            assert kinds(loss, model.parameters())[0] == kind


def test_outputs_that_are_right_may_be_saturated():
    model = neuron('tanh', 0.5, 10.0)
    assert kinds(batch_loss(model, target=1.0), model.parameters()) == []


def test_a_students_tanh_is_known_by_what_it_does():
    model = neuron(lecture_tanh, 0.5, 8.0)
    loss = batch_loss(model, target=0.0)
    assert kinds(loss, model.parameters()) == ['saturated tanh']


def test_small_slopes_elsewhere_are_no_saturation():
    w = Value(2.0)
    exact = mean([(w * x - (2 * x + 1e-11)) ** 2 for x in range(1, 9)])
    assert kinds(exact, [w]) == []
    small = mean([exp(w * -x) for x in range(10, 19)])
    assert kinds(small, [w]) == []


# --- gradients by layer --------------------------------------------------------------


def test_vanishing_gradients():
    model = random_model(3, 2, [4] * 8 + [1], activation='sigmoid')
    found = only(batch_loss(model), model.parameters())
    assert found.kind == 'vanishing gradients' and 'layer 1' in found.wrong
    assert found.nodes == model.layers[0].parameters()
    assert 'layer, 9,' in found.wrong


def test_gradients_that_vanish_altogether():
    w = [Value(1.0) for _ in range(600)]
    x = Value(1.0)
    for p in w:
        x = (p * x).sigmoid()
    assert 'vanishing gradients' in kinds(x, w)


def test_exploding_gradients():
    model = random_model(3, 2, [4] * 6 + [1], init=8.0)
    found = diagnose(batch_loss(model), model.parameters())
    assert [finding.kind for finding in found] == ['exploding gradients']
    assert found[0].nodes == model.layers[0].parameters()


def test_gradients_beside_which_the_weights_are_nothing():
    w, b = Value(0.5), Value(0.1)
    loss = mean([(w * x + b - 3 * x) ** 2 for x in (100, 200, 300, 400)])
    assert kinds(loss, [w, b]) == ['exploding gradients']


@pytest.mark.parametrize('data', [0.5, 1.0, 0.0])
@pytest.mark.parametrize('inputs', [INPUTS, [(1.0, 1.0)] * 4])
@pytest.mark.parametrize('fused', [False, True])
def test_equal_weights(data, inputs, fused):
    model = MLP(2, [3, 1], activation='tanh', fused=fused)
    for neuron_ in (n for layer in model.layers for n in layer.neurons):
        for w in neuron_.w:
            w.data = data
    found = only(batch_loss(model, inputs), model.parameters())
    assert found.kind == 'equal weights'
    assert found.nodes == [w for n in model.layers[0].neurons for w in n.w]


@pytest.mark.parametrize('norm', [LayerNorm, RMSNorm])
def test_the_scales_of_a_norm_may_be_equal(norm):
    random.seed(2)
    first, norm, last = Linear(2, 3), norm(3), Linear(3, 1)
    loss = batch_loss(lambda x: last([h.tanh() for h in norm(first(x))])[0])
    parameters = [p for part in (first, norm, last) for p in part.parameters()]
    assert kinds(loss, parameters) == []


@pytest.mark.parametrize('data', [0.5, 1.0, 0.0])
@pytest.mark.parametrize('fused', [False, True])
def test_equal_weights_are_told_from_biases_after_backward(data, fused):
    model = MLP(2, [3, 3, 1], activation='tanh', fused=fused)
    for neuron_ in (n for layer in model.layers for n in layer.neurons):
        for w in neuron_.w:
            w.data = data
    loss = batch_loss(model)
    before = diagnose(loss, model.parameters())
    loss.backward()
    *after, end = diagnose(loss, model.parameters())
    assert [(found.kind, found.wrong) for found in after if 'equal' in found.kind] == [
        (found.kind, found.wrong) for found in before if 'equal' in found.kind] != []
    assert end.kind == 'graph used up'


def test_a_number_added_to_itself_hides_no_bias():
    """a + a has slope 2, but the next sum is one all the same."""
    from micrograd.insight.doctor.layers import biases_of
    w, b = Value(2.0), Value(1.0)
    x = Value(3.0) + 0.0
    topo = topological_order((x + x) * w + b)
    assert biases_of(topo, [w, b]) == {b}


def test_one_layer_may_start_from_equal_weights():
    model = neuron('sigmoid', 0.0, 0.0)
    assert kinds(batch_loss(model, target=0.5), model.parameters()) == []


def test_a_step_larger_than_the_weights():
    w = Value(0.5)
    loss = (w * 10 - 1) ** 2  # gradient 80
    assert kinds(loss, [w]) == kinds(loss, [w], lr=0.005) == []
    found = only(loss, [w], lr=0.01)
    assert found.kind == 'step larger than the weights' and found.nodes == [w]
    assert 'about 0.8,' in found.wrong and 'such as 6e-05' in found.advice


def test_a_penalty_on_the_weights_changes_no_layer():
    from micrograd.insight.doctor.layers import layers_of
    for fused in (False, True):
        model = random_model(3, 2, [3, 3, 1], fused=fused)
        ps = model.parameters()
        penalty = dot(ps, ps) if fused else sum(p * p for p in ps)
        loss = batch_loss(model) + 1e-4 * penalty
        layers = layers_of(topological_order(loss), ps)
        for number, layer in enumerate(model.layers, 1):
            assert {layers[p] for p in layer.parameters()} == {number}


def test_tokens_that_the_batch_has_not_are_no_fault():
    table, lost = Embedding(3, 2), Embedding(3, 2)
    loss = mean([x * x for x in table(1)])
    assert kinds(loss, table.parameters()) == []
    found = only(loss, [*table.parameters(), *lost.parameters()])
    assert found.nodes == lost.parameters()


# --- the healthy -------------------------------------------------------------------


def labels(data):
    return [(x, 2 * target - 1) for x, target in data]


HEALTHY = {
    'regression': (lambda: MLP(2, [8, 8, 1]), mse, linear(40), 0.01, 1),
    'moons': (lambda: MLP(2, [8, 8, 1]), hinge, labels(moons(40)), 0.5, 20),
    'moons, tanh': (lambda: MLP(2, [8, 8, 1], activation='tanh'), hinge,
                    labels(moons(40)), 0.3, 20),
    'logits': (lambda: MLP(2, [8, 1], activation='sigmoid'),
               binary_cross_entropy_with_logits, moons(40), 0.5, 20),
    'classes': (lambda: MLP(2, [8, 2]), cross_entropy, moons(40), 0.3, 20),
}


@pytest.mark.parametrize('name', HEALTHY)
def test_nothing_is_found_on_healthy_networks(name):
    model, loss_fn, data, lr, batch_size = HEALTHY[name]
    random.seed(3)
    model = model()
    optimizer = SGD(model.parameters(), lr)

    def ask(epoch, history):
        for size in (1, 12):
            sample = random.Random(epoch).sample(data, size)
            with record():
                loss = mean([loss_fn(model(x), target) for x, target in sample])
            optimizer.zero_grad()
            assert diagnose(loss, model.parameters(), optimizer.lr) == []
    ask(0, None)
    history = fit(model, data, loss_fn, optimizer, 2, False, batch_size=batch_size,
                  callback=ask, diagnose_every=100)
    assert history['findings'] == []


def test_the_lecture_examples_are_healthy():
    a, b = Value(-2.0, label='a'), Value(3.0, label='b')
    assert kinds((a * b) * (a + b), [a, b]) == []
    third = Value(Fraction(1, 3))
    assert kinds((third * 3 - 2) ** 2, [third]) == []
    random.seed(1)
    model = MLP(3, [4, 4, 1], activation='tanh')
    xs = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
    loss = sum((model(x) - y) ** 2 for x, y in zip(xs, [1.0, -1.0, -1.0, 1.0]))
    assert kinds(loss, model.parameters()) == []


# --- how it is asked ------------------------------------------------------------------


def test_it_leaves_all_as_it_was():
    model = random_model(3, 2, [3, 1], activation='tanh')
    loss = batch_loss(model)
    nodes = [loss, *loss._prev, *model.parameters()]
    for number, node in enumerate(nodes):
        node.grad = float(number)
    before = [(node.data, node.grad, node._backward) for node in nodes]
    assert kinds(loss, model.parameters(), 0.1) == ['gradients left']
    assert [(node.data, node.grad, node._backward) for node in nodes] == before
    loss.backward()


def ill(activation, w=0.5, b=0.0, target=3.0):
    model = neuron(activation, w, b)
    return batch_loss(model, target=target), model.parameters()


def deep(**kwargs):
    model = random_model(3, 2, kwargs.pop('nouts'), **kwargs)
    return batch_loss(model), model.parameters()


def equal():
    model = MLP(2, [3, 1], activation='tanh')
    for p in model.parameters():
        p.data = 0.5
    return batch_loss(model), model.parameters()


def lost():
    w = Value(2.0)
    return (w * 3 - 1) ** 2, [w, Value(1.0)]


def infinite(f):
    x = Value(0.0)
    return f(x) + 1, [x]


ILL = {
    'dead ReLU': lambda: ill('relu', b=-100.0),
    'saturated tanh': lambda: ill('tanh', b=10.0, target=0.0),
    'saturated sigmoid': lambda: ill('sigmoid', b=12.0, target=0.5),
    'vanishing gradients': lambda: deep(nouts=[4] * 8 + [1], activation='sigmoid'),
    'exploding gradients': lambda: deep(nouts=[4] * 6 + [1], init=8.0),
    'equal weights': equal,
    'unreached parameters': lost,
    'nan or inf': lambda: infinite(lambda x: (x + 800).exp()),
    'nan or inf in a gradient': lambda: infinite(lambda x: x.sqrt()),
}


@pytest.mark.parametrize('kind', ILL)
def test_after_backward_the_numbers_are_judged_all_the_same(kind):
    loss, parameters = ILL[kind]()
    before = diagnose(loss, parameters)
    loss.backward()
    nodes = topological_order(loss)
    numbers = [(node.data, node.grad) for node in nodes]
    after = diagnose(loss, parameters)
    assert [kind] == [finding.kind for finding in before]
    assert [kind, 'graph used up'] == [finding.kind for finding in after]
    assert before[0].nodes == after[0].nodes and before[0].wrong == after[0].wrong
    assert 'backward(retain_graph=True)' in after[1].advice
    assert repr(numbers) == repr([(node.data, node.grad) for node in nodes])
    assert is_used_up(nodes)


def test_after_backward_and_a_step_a_healthy_network_is_healthy():
    for activation in ('relu', 'tanh', 'sigmoid'):
        model = random_model(3, 2, [8, 8, 1], activation=activation)
        loss = batch_loss(model)
        loss.backward()
        SGD(model.parameters(), 0.01).step()
        assert kinds(loss, model.parameters(), 0.01) == ['graph used up']
    loss = batch_loss(model)
    loss.release()
    assert kinds(loss, model.parameters()) == ['graph used up']


@pytest.mark.parametrize('step', [lambda s, w: s + w * 0.01,
                                  lambda s, w: (s + w * 0.01).tanh()])
def test_the_time_grows_with_the_graph_and_not_with_its_square(step):
    def seconds(n):
        w, s, loss = Value(0.01), Value(0.0), Value(0.0)
        for _ in range(n):
            s = step(s, w)
            loss = loss + (s - 1.0) ** 2
        start = time.process_time()
        diagnose(loss, [w])
        return time.process_time() - start
    assert seconds(2400) < 16 * min(seconds(300) for _ in range(3))


def test_things_that_are_no_values_are_refused():
    w = Value(2.0)
    loss = w * w
    for parameters in ([1.0], 1.0, None, MLP(1, [1])):
        with pytest.raises(TypeError, match='model.parameters'):
            diagnose(loss, parameters)
    for lr in (-0.1, math.nan, 'large'):
        with pytest.raises((TypeError, ValueError), match='lr'):
            diagnose(loss, [w], lr)
    with pytest.raises(TypeError, match='the loss, a Value'):
        diagnose(4.0, [w])


def test_a_deep_graph():
    w = Value(0.5)
    x = functools.reduce(lambda x, _: x + 1, range(3000), w)
    assert kinds(x, [w]) == []


def test_fit_asks_the_doctor(capsys):
    model = neuron('relu', 0.5, -100.0)
    data = [(x, 3.0) for x in INPUTS]
    history = fit(model, data, mse, SGD(model.parameters(), 0.01), 5,
                  diagnose_every=8)
    assert [(entry['epoch'], entry['step']) for entry in history['findings']] == [
        (1, 0), (3, 8), (5, 16)]
    assert {entry['kind'] for entry in history['findings']} == {'dead ReLU'}
    assert capsys.readouterr().out.count('epoch 1, step 0: dead ReLU: ') == 1


def test_the_doctor_changes_no_training():
    weights = []
    for every in (None, 1):
        model = random_model(3, 2, [3, 1])
        history = fit(model, linear(8), mse, Adam(model.parameters(), 0.1), 2, False,
                      batch_size=2, diagnose_every=every)
        weights.append([p.data for p in model.parameters()])
        assert ('findings' in history) is (every is not None)
    assert weights[0] == weights[1]


def test_the_doctors_interval_is_checked():
    w = Value(1.0)
    with pytest.raises(ValueError, match='diagnose_every is an int of at least 1'):
        fit(lambda x: w * x, [(1.0, 1.0)], mse, SGD([w]), 1, diagnose_every=0)


def test_findings_are_told_in_the_language_of_the_reader(monkeypatch):
    monkeypatch.setenv('LANGUAGE', 'zh')
    a = Value(2.0, label='a')
    found, = diagnose(a * 3, [a, Value(1.0, label='b')])
    assert found.kind == 'unreached parameters'
    assert str(found).startswith(
        '参数不在计算图中：2 个参数中有 1 个不在损失的计算图里，永远得不到梯度：'
        "值 'b'。损失要由它们算出来。")
    with record():
        c = a / 1
        c._op = '÷'
    c._backward = None
    found, = diagnose(c, [a])
    assert found.wrong.startswith("'÷' 运算节点（test_doctor.py:")


@pytest.mark.parametrize('count, told', [(1, 'the result of'), (5, ' and 2 more have')])
def test_one_closure_is_missing_or_several_are(count, told):
    nodes = [Value(2.0) + 1 for _ in range(count)]
    for node in nodes:
        node._backward = None
    found = diagnose(sum(nodes), [])[0]
    assert told in found.wrong.replace('The', 'the')
    assert ('goes past it.' in found.wrong) == (count == 1)


@pytest.mark.parametrize('units, told', [
    (1, 'A tanh unit in layer 1 is'), (2, '2 tanh units, the first in layer 1, are')])
def test_one_unit_is_saturated_or_several_are(units, told):
    model = MLP(1, [units, 1], activation='tanh')
    for neuron in model.layers[0].neurons:
        neuron.b.data = 9.0
    found = diagnose(mean([(model([x / 9]) - 5) ** 2 for x in range(8)]),
                     model.parameters())
    assert told in [f.wrong for f in found if f.kind == 'saturated tanh'][0]
