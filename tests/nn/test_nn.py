"""Networks: the weights they start with, their outputs, parameters, files."""
import collections
import copy
import json
import math
import pickle
import random
from fractions import Fraction

import numpy as np
import pytest
from gradients import close

from micrograd import MLP, Layer, Module, Neuron, Value
from micrograd.graph import topological_order
from micrograd.nn.mlp import ACTIVATIONS, INITS

# The data of all parameters of MLP(3, [4, 4, 1]) after random.seed(1337), as
# printed by micrograd 0.1.0.
WEIGHTS_OF_0_1_0 = [
    0.23550571390294128, 0.06653114721000164, -0.26830328150124894, 0,
    0.1715747078045431, -0.6686254326224383, 0.6487474938152629, 0,
    -0.23259038277158273, 0.5792256498313748, 0.8434530197925192, 0,
    -0.3847332240409951, 0.9844941451716409, -0.5901079958448365, 0,
    0.31255526637777775, 0.8246106857787521, -0.7814232047574572,
    0.6408752595662697, 0,
    -0.20252189189007108, -0.8693137391598071, 0.39841666323128555,
    -0.3037961142013801, 0,
    -0.19282493884310759, 0.6032250931493106, 0.6001302646227185,
    0.32749776568749045, 0,
    0.6650130652363544, 0.1889136153241595, -0.07813264062433589,
    0.9151267732861252, 0,
    0.5914405264235476, -0.3725442040076463, 0.3810827422406471,
    0.8301999957053683, 0]


def data(module):
    return [p.data for p in module.parameters()]


def set_data(module, numbers):
    for p, number in zip(module.parameters(), numbers, strict=True):
        p.data = number


# --- as in micrograd 0.1.0 ----------------------------------------------------

def test_weights_are_those_of_micrograd_draw_by_draw():
    random.seed(1337)
    model = MLP(3, [4, 4, 1])
    assert data(model) == WEIGHTS_OF_0_1_0
    assert model([1.0, -2.0, 0.5]).data == 1.602991526878358


def test_draws_leave_the_generator_where_micrograd_left_it():
    """The numbers were printed by micrograd 0.1.0 after the same seeds."""
    random.seed(42)
    neuron = Neuron(2)
    assert data(neuron) == [0.2788535969157675, -0.9499784895546661, 0]
    assert random.random() == 0.27502931836911926
    random.seed(7)
    layer = Layer(2, 3, nonlin=False)
    assert data(layer) == [
        -0.35233447033367526, -0.6983016521509962, 0, 0.3018689460797075,
        -0.8551274266649145, 0, 0.0717640086133784, -0.2686221661748289, 0]
    assert random.random() == 0.057998924774706806


def test_a_training_script_runs_as_with_micrograd():
    """A classifier in the form of its demo; its losses were printed by 0.1.0."""
    random.seed(3)
    model = MLP(2, [4, 1])
    rows = [([random.uniform(-1, 1), random.uniform(-1, 1)], random.choice([-1, 1]))
            for _ in range(6)]
    assert model([0.3, -0.7]).data == close(0.6777365992091068)
    losses = []
    for _ in range(4):
        scores = [model(list(map(Value, x))) for x, _ in rows]
        hinges = [(1 + -yi * score).relu() for (_, yi), score in zip(rows, scores)]
        total = sum(hinges) * (1.0 / len(hinges)) \
            + 1e-4 * sum(p * p for p in model.parameters())
        model.zero_grad()
        total.backward()
        for p in model.parameters():
            p.data -= 0.5 * p.grad
        losses.append(total.data)
    assert losses == close([0.8052207982807714, 0.6703193543260582,
                            0.5960876329159633, 0.5312235433647075])


def test_attributes_of_micrograd():
    model = MLP(3, [4, 1])
    assert [len(layer.neurons) for layer in model.layers] == [4, 1]
    hidden, output = model.layers[0].neurons[0], model.layers[1].neurons[0]
    assert [v.label for v in hidden.w] == ['w0', 'w1', 'w2']
    assert hidden.b.label == 'b'
    assert (hidden.b.data, type(hidden.b.data)) == (0.0, float)
    assert (hidden.nonlin, output.nonlin) == (True, False)


@pytest.mark.parametrize(('module', 'text'), [
    (lambda: Neuron(3), 'ReLUNeuron(3)'),
    (lambda: Neuron(1, nonlin=False), 'LinearNeuron(1)'),
    (lambda: Neuron(2, activation='tanh'), 'TanhNeuron(2)'),
    (lambda: Neuron(2, activation=Value.sin), 'SinNeuron(2)'),
    (lambda: Layer(3, 2), 'Layer of [ReLUNeuron(3), ReLUNeuron(3)]'),
    (lambda: MLP(1, [2, 1]),
     'MLP of [Layer of [ReLUNeuron(1), ReLUNeuron(1)], Layer of [LinearNeuron(2)]]'),
])
def test_repr(module, text):
    assert repr(module()) == text


@pytest.mark.parametrize(('nin', 'nouts', 'count'), [
    (3, [4, 4, 1], 41), (2, [16, 16, 1], 337), (1, [1], 2)])
def test_number_of_parameters(nin, nouts, count):
    assert len(MLP(nin, nouts).parameters()) == count


# --- outputs ------------------------------------------------------------------

def test_neuron_is_activation_of_the_weighted_sum():
    neuron = Neuron(3, activation='tanh')
    set_data(neuron, [0.1, -0.2, 0.3, 0.5])
    out = neuron([1.0, 2.0, -1.0])
    assert out.data == close(math.tanh(0.1 - 0.4 - 0.3 + 0.5))
    out.backward()
    slope = 1 - out.data ** 2
    assert [p.grad for p in neuron.parameters()] == close(
        [slope, 2 * slope, -slope, slope])


@pytest.mark.parametrize('name', ACTIVATIONS)
def test_activations_by_name(name):
    model = MLP(2, [3, 2], activation=name)
    x = [0.3, -0.8]
    hidden = [neuron.w[0].data * x[0] + neuron.w[1].data * x[1]
              for neuron in model.layers[0].neurons]
    hidden = [getattr(Value(h), name)().data for h in hidden]
    assert [out.data for out in model(x)] == close(
        [sum(w.data * h for w, h in zip(neuron.w, hidden))
         for neuron in model.layers[1].neurons])


def test_an_activation_may_be_set_anew():
    neuron = Neuron(1, activation='tanh')
    neuron.activation = Value.sin
    assert neuron([0.5]).data == math.sin(neuron.w[0].data * 0.5)
    assert repr(neuron) == 'SinNeuron(1)'
    with pytest.raises(ValueError, match="activation 'swish' is none of relu"):
        neuron.activation = 'swish'
    assert neuron.activation is Value.sin


def test_an_activation_may_be_a_function():
    model = MLP(2, [3, 1], activation=lambda v: v * v)
    assert 'lambda' in repr(model)
    assert isinstance(model([1.0, 2.0]), Value)


def test_the_output_layer_is_linear():
    random.seed(0)
    model = MLP(1, [1])
    assert min(model([x]).data for x in (-1.0, 1.0)) < 0


def test_one_output_comes_unwrapped_and_several_as_a_list():
    assert isinstance(MLP(2, [3, 1])([1.0, 2.0]), Value)
    assert isinstance(Layer(2, 1)([1.0, 2.0]), Value)
    for out in (MLP(2, [3, 2])([1.0, 2.0]), Layer(2, 2)([1.0, 2.0])):
        assert type(out) is list
        assert [type(v) for v in out] == [Value, Value]


@pytest.mark.parametrize('nouts', [[16, 1, 1], [1, 1], (1, 2), [1]])
def test_layers_of_a_single_neuron(nouts):
    model = MLP(2, nouts)
    out = model([1.0, 2.0])
    assert len([out] if isinstance(out, Value) else out) == nouts[-1]
    assert isinstance(MLP(1, nouts)(Value(3.0)), (Value, list))


@pytest.mark.parametrize('nouts', [
    (4, 2), range(4, 0, -2), iter([4, 2]), np.array([4, 2]), {4: 'a', 2: 'b'}],
    ids=lambda nouts: type(nouts).__name__)
def test_nouts_may_be_any_sequence(nouts):
    assert [len(layer.neurons) for layer in MLP(3, nouts).layers] == [4, 2]


@pytest.mark.parametrize('kind', [
    list, tuple, iter, np.array, lambda numbers: dict.fromkeys(numbers),
    lambda numbers: (Value(x) for x in numbers), lambda numbers: range(1, 3),
    lambda numbers: map(np.float32, numbers), lambda numbers: [True, Value(2.0)]])
@pytest.mark.parametrize('make', [lambda: Neuron(2), lambda: Layer(2, 3),
                                  lambda: MLP(2, [3, 1])],
                         ids=['Neuron', 'Layer', 'MLP'])
def test_inputs_may_be_any_iterable(make, kind):
    def numbers(out):
        return [v.data for v in (out if isinstance(out, list) else [out])]
    module = make()
    assert numbers(module(kind([1.0, 2.0]))) == numbers(module([1.0, 2.0]))


@pytest.mark.parametrize(('make', 'inputs'), [
    (lambda: Neuron(3), [1.0]), (lambda: Neuron(3), iter([1.0])),
    (lambda: Layer(3, 2), [1.0]), (lambda: MLP(3, [2, 1]), [1.0]),
    (lambda: MLP(3, [2, 1]), np.array([1.0]))])
def test_inputs_of_a_wrong_length(make, inputs):
    with pytest.raises(ValueError, match=r'takes 3 inputs, got 1$'):
        make()(inputs)


def test_no_inputs_and_too_many_inputs():
    with pytest.raises(ValueError, match=r'takes 3 inputs, got 0$'):
        Neuron(3)([])
    with pytest.raises(ValueError, match=r'takes 1 inputs, got 4$'):
        Layer(1, 2)(iter(range(4)))


def test_inputs_get_gradients_and_each_is_one_leaf():
    model = MLP(2, [3, 3, 1], activation='tanh')
    x = Value(0.4)
    leaves = [v for v in topological_order(model([x, 0.7])) if not v._prev]
    assert len(leaves) == len(model.parameters()) + 2

    step = 1e-6
    rise = model([0.4 + step, 0.7]).data - model([0.4 - step, 0.7]).data
    model([x, 0.7]).backward()
    assert x.grad == pytest.approx(rise / (2 * step), rel=1e-6)


def test_networks_of_fractions():
    neuron = Neuron(2, nonlin=False)
    set_data(neuron, [Fraction(1, 3), Fraction(1, 7), Fraction(0)])
    for module in (neuron, Layer(2, 1, nonlin=False)):
        set_data(module, data(neuron))
        out = module([2, 3])
        assert out.data == Fraction(23, 21)
        module.zero_grad()
        out.backward()
        assert [p.grad for p in module.parameters()] == [2, 3, 1]
        module.zero_grad()
        assert {type(p.grad) for p in module.parameters()} == {Fraction}


# --- how a network starts -----------------------------------------------------

@pytest.mark.parametrize(('init', 'bound'), [
    ('uniform', 1.0), ('xavier', math.sqrt(6 / (30 + 20))), ('he', math.sqrt(6 / 30)),
    (0.25, 0.25), (2, 2.0), (np.float64(0.5), 0.5)])
def test_init_bounds_the_weights(init, bound):
    random.seed(0)
    layer = Layer(30, 20, init=init)
    weights = [w.data for neuron in layer.neurons for w in neuron.w]
    assert all(-bound <= w <= bound for w in weights)
    assert max(weights) > 0.95 * bound
    assert min(weights) < -0.95 * bound
    assert sum(w * w for w in weights) / 600 == pytest.approx(bound ** 2 / 3, rel=0.1)
    assert all(neuron.b.data == 0.0 for neuron in layer.neurons)


def test_a_neuron_alone_has_one_output_and_leaks_a_hundredth():
    weights = [abs(p.data) for _ in range(200) for p in Neuron(5, init='xavier').w]
    assert 0.98 < max(weights) <= (6 / 6) ** 0.5
    assert Value(-2.0).leaky_relu().data == -0.02


def test_weights_may_all_start_at_0():
    assert {p.data for p in MLP(2, [3, 1], init=0).parameters()} == {0.0}


def test_init_and_activation_reach_every_layer():
    random.seed(0)
    model = MLP(20, [10, 20, 2], activation='tanh', init='he')
    for layer, nin in zip(model.layers, [20, 10, 20]):
        largest = max(abs(w.data) for neuron in layer.neurons for w in neuron.w)
        assert 0.9 < largest / math.sqrt(6 / nin) <= 1
    assert [layer.neurons[0].nonlin for layer in model.layers] == [True, True, False]
    assert 'TanhNeuron(20)' in repr(model)


def test_inits_differ_in_scale_alone():
    """So the seed of a lesson starts every network in the same direction."""
    found = {}
    for init in INITS:
        random.seed(5)
        found[init] = Layer(3, 2, init=init)
    ratios = {a.data / b.data for a, b in zip(found['uniform'].parameters(),
                                              found['he'].parameters()) if b.data}
    assert max(ratios) == close(min(ratios))


@pytest.mark.parametrize('make', [
    lambda **kwargs: Neuron(2, **kwargs), lambda **kwargs: Layer(2, 2, **kwargs),
    lambda **kwargs: MLP(2, [2, 1], **kwargs)], ids=['Neuron', 'Layer', 'MLP'])
@pytest.mark.parametrize('wrong', ['relus', '', None, ['relu'], {}])
def test_unknown_names_are_refused_with_the_known_ones(make, wrong):
    with pytest.raises(ValueError, match='activation .* is none of relu, .*tanh'):
        make(activation=wrong)
    with pytest.raises(ValueError, match='init .* is none of uniform, xavier, he'):
        make(init=wrong)


@pytest.mark.parametrize(('make', 'text'), [
    (lambda: Neuron(0), 'nin is an int of at least 1, got 0'),
    (lambda: Layer(-1, 2), 'nin is .* got -1'),
    (lambda: Layer(2, 0), 'nout is .* got 0'),
    (lambda: MLP(2, [3, 0, 1]), 'nout is .* got 0'),
    (lambda: MLP(0, [1]), 'nin is .* got 0'),
    (lambda: MLP(2.5, [1]), 'nin is .* got 2.5'),
    (lambda: MLP(2, ['4']), "nout is .* got '4'"),
    (lambda: MLP(2, []), 'at least one layer'),
    (lambda: MLP(2, [1], init=math.nan), 'init is a finite bound .* got nan'),
    (lambda: MLP(2, [1], init=math.inf), 'init is a finite bound .* got inf'),
])
def test_networks_that_cannot_be_built_are_refused(make, text):
    with pytest.raises(ValueError, match=text):
        make()


@pytest.mark.parametrize('nouts', [3, None])
def test_nouts_that_is_no_list_is_refused(nouts):
    with pytest.raises(TypeError, match=rf'nouts.*\[16, 16, 1\].*got {nouts}'):
        MLP(2, nouts)


# --- parameters ---------------------------------------------------------------

class Bag(Module):
    """A module that holds what it is given."""

    def __init__(self, **things):
        vars(self).update(things)


def test_parameters_are_weights_then_bias_neuron_by_neuron():
    layer = Layer(2, 2)
    first, second = layer.neurons
    assert layer.parameters() == [*first.w, first.b, *second.w, second.b]
    model = MLP(2, [2, 1])
    assert model.parameters() == [*model.layers[0].parameters(),
                                  *model.layers[1].parameters()]


def test_parameters_in_nested_containers():
    a, b, c, d, e, f, g, h = leaves = [Value(float(i)) for i in range(8)]
    pair = collections.namedtuple('pair', 'left right')
    bag = Bag(first=a, lists=[[b], (c, [d])], table={'x': e, 1: {'y': [f]}},
              module=Bag(inner=g), pair=pair(h, 'text'), text='abc', number=3,
              nothing=None, function=len, kind=Value)
    assert bag.parameters() == leaves
    assert Bag().parameters() == []


def test_tied_weights_come_once():
    a, b = Value(1.0), Value(2.0)
    shared = Neuron(2)
    bag = Bag(a=a, again=[a, b, a], first=shared, second=shared, layers=[shared])
    assert bag.parameters() == [a, b, *shared.parameters()]


def test_interior_values_are_no_parameters():
    a = Value(1.0)
    bag = Bag(a=a, loss=a * a, graph=[a * 2, {'x': a + 1}])
    assert bag.parameters() == [a]
    bag.loss.backward()
    assert bag.parameters() == [a]


def test_containers_and_modules_that_hold_themselves():
    a, b = Value(1.0), Value(2.0)
    ring = [b]
    ring.append(ring)
    child = Bag(a=a)
    bag = Bag(child=child, ring=ring)
    bag.me = bag
    child.parent = bag
    assert bag.parameters() == [a, b]
    assert child.parameters() == [a, b]


def test_modules_in_a_chain_of_any_length():
    first = last = Bag(w=Value(0.0))
    for i in range(1, 3000):
        last.next = Bag(w=Value(float(i)))
        last = last.next
    assert data(first) == [float(i) for i in range(3000)]


class Scaled(Module):
    """With a property, a class attribute, and an unset attribute."""
    scale = Value(3.0)
    unset: Value

    def __init__(self):
        self._w = Value(1.0)

    @property
    def doubled(self):
        return Value(2 * self._w.data)

    @property
    def broken(self):
        raise AssertionError('parameters() must not look here')


def test_properties_and_class_attributes_are_not_searched():
    module = Scaled()
    assert module.parameters() == [module._w]


@pytest.mark.parametrize('kind', [list, iter, tuple])
def test_parameters_of_a_module_that_gives_its_own(kind):
    class Frozen(Module):
        def __init__(self):
            self.body, self.head = Layer(2, 2), Neuron(2)

        def parameters(self):
            return kind(self.head.parameters())
    frozen, other = Frozen(), Value(1.0)
    frozen.body.neurons[0].b.grad = 5.0
    frozen.head.b.grad = 5.0
    frozen.zero_grad()
    assert (frozen.body.neurons[0].b.grad, frozen.head.b.grad) == (5.0, 0.0)
    assert Bag(part=frozen, other=other).parameters() \
        == [*frozen.head.parameters(), other]


def test_a_module_may_extend_the_parameters_it_inherits():
    extra = Value(1.0)

    class Extended(MLP):
        def parameters(self):
            return [*super().parameters(), extra]
    assert Extended(2, [2, 1]).parameters()[-1] is extra
    assert len(Extended(2, [2, 1]).parameters()) == 10


def test_parameters_follow_the_attributes():
    bag = Bag(a=Value(1.0))
    bag.b = Value(2.0)
    assert data(bag) == [1.0, 2.0]
    del bag.a
    assert data(bag) == [2.0]


def test_zero_grad():
    model = MLP(2, [3, 1])
    model([1.0, 2.0]).backward()
    assert any(p.grad for p in model.parameters())
    model.zero_grad()
    assert {(type(p.grad), p.grad) for p in model.parameters()} == {(float, 0.0)}


# --- copies -------------------------------------------------------------------

@pytest.mark.parametrize('duplicate', [
    copy.deepcopy, lambda model: pickle.loads(pickle.dumps(model))],
    ids=['deepcopy', 'pickle'])
def test_a_copy_of_a_model_is_another_model(duplicate):
    model = MLP(2, [3, 1], activation='tanh')
    model([1.0, 2.0]).backward()
    twin = duplicate(model)
    assert repr(twin) == repr(model)
    assert data(twin) == data(model)
    assert [(p.grad, p.label) for p in twin.parameters()] \
        == [(p.grad, p.label) for p in model.parameters()]
    assert not set(twin.parameters()) & set(model.parameters())

    before = [p.grad for p in model.parameters()]
    twin.zero_grad()
    twin([1.0, 2.0]).backward()
    assert [p.grad for p in model.parameters()] == before
    assert [p.grad for p in twin.parameters()] == before


def test_a_copy_keeps_weights_tied():
    a = Value(1.0)
    twin = copy.deepcopy(Bag(a=a, b=[a]))
    assert twin.a is twin.b[0]
    assert twin.a is not a


def test_a_copy_of_a_subclass_keeps_its_attributes():
    class Named(Value):
        pass
    v = Named(1.0)
    v.unit = 'm'
    twin = copy.deepcopy(v)
    assert (type(twin), twin.unit, twin.data) == (Named, 'm', 1.0)


# --- files --------------------------------------------------------------------

@pytest.fixture
def path(tmp_path):
    return tmp_path / 'weights.json'


def test_save_and_load_keep_every_bit(path):
    random.seed(0)
    model = MLP(2, [3, 1])
    odd = [0.1, 1 / 3, 5e-324, 1.7976931348623157e308, -0.0, math.pi]
    set_data(model, (odd * 3)[:13])
    model.save(path)
    other = MLP(2, [3, 1])
    other.load(str(path))
    assert list(map(repr, data(other))) == list(map(repr, data(model)))


def test_file_is_json_by_names(path):
    model = Bag(w=Value(1.0), table={'x': [Value(2.0)]}, body=Neuron(1))
    set_data(model, [1.0, 2.0, 3.0, 4.0])
    model.save(path)
    assert json.loads(path.read_text()) == {
        'w': 1.0, 'table.x.0': 2.0, 'body.w.0': 3.0, 'body.b': 4.0}
    MLP(2, [2, 1]).save(path)
    assert list(json.loads(path.read_text()))[:4] == [
        'layers.0.neurons.0.w.0', 'layers.0.neurons.0.w.1', 'layers.0.neurons.0.b',
        'layers.0.neurons.1.w.0']


def test_load_changes_data_alone(path):
    model = Neuron(2)
    model.save(path)
    parameters = model.parameters()
    for p in parameters:
        p.data, p.grad = 9.0, 7.0
    model.load(path)
    assert model.parameters() == parameters
    assert 9.0 not in data(model)
    assert [p.grad for p in parameters] == [7.0] * 3


def test_tied_weights_and_self_references_are_saved_once(path):
    a = Value(1.0)
    bag = Bag(a=a, again=[a])
    bag.me = bag
    bag.save(path)
    assert json.loads(path.read_text()) == {'a': 1.0}
    a.data = 5.0
    bag.load(path)
    assert bag.again[0].data == 1.0


def test_numbers_of_numpy_are_saved_as_floats(path):
    """A learning rate from numpy makes every weight a numpy scalar."""
    model = Neuron(2)
    set_data(model, [np.float64(0.1), np.float32(0.5), 3])
    model.save(path)
    model.load(path)
    assert data(model) == [0.1, 0.5, 3.0]
    assert {type(x) for x in data(model)} == {float}


@pytest.mark.parametrize('number', [
    math.nan, math.inf, -math.inf, Fraction(1, 3), 1j, None, 10 ** 400])
def test_what_is_no_finite_float_is_not_saved(path, number):
    model = MLP(2, [2, 1])
    model.layers[1].neurons[0].w[1].data = number
    with pytest.raises(ValueError, match=r'layers\.1\.neurons\.0\.w\.1.*finite'):
        model.save(path)
    assert not path.exists()


@pytest.mark.parametrize('table', [
    {1: Value(1.0), '1': Value(2.0)}, {'x.y': Value(1.0), 'x': {'y': Value(2.0)}}])
def test_two_parameters_of_one_name_are_not_saved(path, table):
    with pytest.raises(ValueError, match=r'two parameters.*table\.(1|x\.y)'):
        Bag(table=table).save(path)
    assert not path.exists()


NAME = 'layers.0.neurons.0.w.1'


def edited(**changes):
    """What a file holds after some parameters were changed, or removed."""
    def edit(state):
        state |= changes
        return json.dumps({name: x for name, x in state.items() if x != 'removed'})
    return edit


@pytest.mark.parametrize(('edit', 'text'), [
    (edited(**{NAME: 'removed'}), f'no parameter {NAME}'),
    (edited(**{'layers.0.neurons.0.b': 'removed', NAME: 'removed'}),
     f'no parameter {NAME}'),
    (edited(surplus=1.0), 'the model has no parameter surplus'),
    (edited(**{NAME: math.nan}), f'{NAME}.*nan'),
    (edited(**{NAME: math.inf}), f'{NAME}.*inf'),
    (edited(**{NAME: 10 ** 400}), f'{NAME}.*1000'),
    (edited(**{NAME: '1.0'}), f"{NAME}.*'1.0'"),
    (edited(**{NAME: None}), f'{NAME}.*None'),
    (edited(**{NAME: True}), f'{NAME}.*True'),
    (edited(**{NAME: [1.0]}), f'{NAME}.*1.0'),
    (lambda state: '[1.0]', 'no saved parameters'),
    (lambda state: 'null', 'no saved parameters'),
    (lambda state: '{}', r'no parameter layers\.0\.neurons\.0\.w\.0'),
    (lambda state: '', r'weights\.json is no JSON'),
    (lambda state: json.dumps(state)[:-9], r'weights\.json is no JSON'),
    (lambda state: '\x80\x04\x95', r'weights\.json is no JSON'),
    (lambda state: '[' * 100_000, r'weights\.json is no JSON'),
])
def test_a_file_that_does_not_fit_leaves_the_model_as_it_was(path, edit, text):
    model = MLP(2, [2, 1])
    model.save(path)
    path.write_text(edit(json.loads(path.read_text())), encoding='latin-1')
    for p in model.parameters():
        p.data += 1
    before = data(model)
    with pytest.raises(ValueError, match=text):
        model.load(path)
    assert data(model) == before


@pytest.mark.parametrize('other', [MLP(2, [3, 1]), MLP(3, [2, 1]), MLP(2, [2]),
                                   MLP(2, [2, 2, 1]), Neuron(2)], ids=repr)
def test_a_file_of_another_model_does_not_fit(path, other):
    other.save(path)
    with pytest.raises(ValueError, match='no parameter'):
        MLP(2, [2, 1]).load(path)


def test_a_file_that_is_missing(path):
    with pytest.raises(FileNotFoundError):
        Neuron(2).load(path)
