"""Graphs drawn with one box for each neuron or layer."""
import graphlib
import os
import random
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from places import ROOT
from test_draw import shown

from micrograd import MLP, Layer, Module, Neuron, Value, dot, draw_dot, nn, trace
from micrograd.pictures.boxes import data_and_grad, short
from micrograd.pictures.collapse import MOST_OUTPUTS, MOST_OUTSIDE, Groups
from micrograd.training.losses import cross_entropy


class Own(Module):
    """A neuron as a student writes it; its labels are empty."""

    def __init__(self, nin):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(0.5)

    def __call__(self, x):
        return (sum(w * xi for w, xi in zip(self.w, x)) + self.b).tanh()


class Net(Module):
    def __init__(self):
        self.hidden = [Own(2) for _ in range(3)]
        self.out = Own(3)

    def __call__(self, x):
        return self.out([neuron(x) for neuron in self.hidden])


def groups(root, level='neuron'):
    return Groups(*trace(root), level)


def titles(root, level='neuron'):
    return [group.title for group in groups(root, level).groups]


def outside(found):
    """The operations and the leaves that are in no group."""
    return [node._op or node.data for node in found.nodes if node not in found.home]


def outputs(found):
    """The values of the rows called out, by the title of their group."""
    return {group.title: [value for row in group.rows for value in row.values
                          if row.name.startswith('out')] for group in found.groups}


def boxes(picture):
    """The boxes of groups: name -> rows of (texts of the cells)."""
    found = re.findall(r'^\t(g\d+) \[label=<(.*)>[^>]*\]$', picture.source, re.M)
    return {name: [tuple(map(shown, row)) for row in ElementTree.fromstring(table)]
            for name, table in found}


def edges(picture):
    return re.findall(r'^\t(\w+) -> (\w+)', picture.source, re.M)


# --- boxes -------------------------------------------------------------------

def test_a_box_for_each_neuron_shows_parameters_output_and_gradients():
    model = MLP(2, [2, 1])
    loss = (model([1.0, -2.0]) - 1) ** 2
    loss.backward()
    found = boxes(draw_dot(loss, collapse='neuron'))
    assert [rows[0][0] for rows in found.values()] == [
        'layers.0.neurons.0', 'layers.0.neurons.1', 'layers.1.neurons.0']
    out = loss._prev[0]._prev[0]  # of the loss's **2, of its -
    neurons = [*model.layers[0].neurons, *model.layers[1].neurons]
    for neuron, (head, *rows) in zip(neurons, found.values()):
        assert head[1:] == ('data', 'grad')
        assert [name for name, _, _ in rows] == ['w0', 'w1', 'b', 'out']
        values = [*neuron.w, neuron.b]
        assert [row[1:] for row in rows[:-1]] == [
            tuple(map(short, data_and_grad(value))) for value in values]
    assert rows[-1][1:] == (short(out.data), short(out.grad))


def test_the_output_of_a_hidden_neuron_is_that_after_its_activation():
    model = MLP(2, [2, 1])
    hidden = model.layers[0]([1.0, -2.0])
    found = groups(model.layers[1](hidden))
    assert outputs(found)['layers.0.neurons.0'] == [hidden[0]]
    assert outputs(found)['layers.0.neurons.1'] == [hidden[1]]


def test_edges_join_inputs_neurons_and_the_loss():
    model = MLP(2, [2, 1])
    loss = (model([1.0, -2.0]) - 1) ** 2
    picture = draw_dot(loss, collapse='neuron')
    inputs, rest = [], []
    for start, end in edges(picture):
        (inputs if start[0] == 'n' and end[0] == 'g' else rest).append((start, end))
    assert sorted(end for _, end in inputs) == ['g0', 'g0', 'g1', 'g1']
    assert {('g0', 'g2'), ('g1', 'g2')} < set(rest)
    assert sum(start == 'g2' for start, _ in rest) == 1
    assert 'rank=same g0 -> g1' in picture.source


def test_a_layer_shows_the_range_of_its_parameters_and_each_output():
    model = MLP(2, [3, 1])
    loss = model([1.0, -2.0])
    loss.backward()
    first, second = boxes(draw_dot(loss, collapse='layer')).values()
    assert [row[0] for row in first] == [
        'layers.0', 'w (6)', 'b (3)', 'out 0', 'out 1', 'out 2']
    weights = [w for neuron in model.layers[0].neurons for w in neuron.w]
    low, high = min(w.data for w in weights), max(w.data for w in weights)
    assert first[1][1] == f'{low:.4f} to {high:.4f}'
    low, high = min(w.grad for w in weights), max(w.grad for w in weights)
    assert first[1][2] == f'{low:.4f} to {high:.4f}'
    assert [row[0] for row in second] == ['layers.1', 'w0', 'w1', 'w2', 'b', 'out']


def test_many_parameters_and_many_outputs_share_a_row():
    layer = Layer(5, MOST_OUTPUTS + 1)
    root = sum(layer([1.0] * 5))
    names = [row.name for row in groups(root).groups[0].rows]
    assert names == ['w (5)', 'b', 'out']
    names = [row.name for row in groups(root, 'layer').groups[0].rows]
    assert names == ['w (85)', 'b (17)', 'out (17)']


def test_nan_is_seen_in_a_range():
    neuron = Neuron(9)
    root = neuron([1.0] * 9)
    neuron.w[3].data = float('nan')
    neuron.w[4].grad = float('nan')
    [[_, weights, *_]] = boxes(draw_dot(root, collapse='neuron')).values()
    assert weights == ('w (9)', 'nan', 'nan')


def test_numbers_without_an_order_have_no_range():
    neuron = Neuron(9)
    root = neuron([1.0] * 9)
    neuron.w[3].data = 1j
    for w in neuron.w:
        w.grad = 2j
    [[_, weights, *_]] = boxes(draw_dot(root, collapse='neuron')).values()
    assert weights == ('w (9)', 'various', '2j')


def test_the_largest_gradient_of_a_range_gives_its_colour():
    neuron = Neuron(9)
    root = neuron([1.0] * 9)
    neuron.w[3].grad, neuron.w[4].grad = 1.0, -2.0
    [colour] = re.findall(r'BGCOLOR="(#\w+)"><B><FONT COLOR="white">-2.0 to 1.0',
                          draw_dot(root, collapse='neuron').source)
    assert colour == '#0072B2'


def test_the_text_is_the_same_in_every_process():
    program = ('import random; from micrograd import MLP, draw_dot; random.seed(1);'
               'model = MLP(2, [3, 1]); loss = model([1., 2.]) + model([3., 4.]);'
               'print(draw_dot(loss, collapse="neuron"))\n'
               'w = model.parameters()[1]\n'
               'print(draw_dot(loss, collapse="layer", highlight=w))')
    texts = {subprocess.run([sys.executable, '-c', program], cwd=ROOT, check=True,
                            env={**os.environ, 'PYTHONHASHSEED': str(seed)},
                            capture_output=True, text=True).stdout
             for seed in range(3)}
    assert len(texts) == 1
    assert 'layers.0.neurons.2' in texts.pop()


# --- which values are inside -------------------------------------------------

@pytest.mark.parametrize('activation', ['relu', 'tanh', lambda x: x * x.sigmoid()])
def test_every_value_of_a_network_is_inside(activation):
    model = MLP(3, [4, 4, 2], activation=activation)
    loss = cross_entropy(model([1.0, 2.0, 3.0]), 1)
    found = groups(loss)
    logits = [x for title, some in outputs(found).items()
              if title.startswith('layers.2') for x in some]
    nodes = {x for logit in logits for x in trace(logit)[0]}
    assert [x.data for x in nodes if x not in found.home and x._prev] == []
    assert logits == [x for x in trace(loss)[0] if x in logits]
    assert len(found.groups) == 10
    assert not any(x in found.home for x in set(found.nodes) - nodes)


@pytest.mark.parametrize('forward', [
    lambda n, x: (sum(w * xi for w, xi in zip(n.w, x)) + n.b).tanh(),
    lambda n, x: sum((xi * w for w, xi in zip(n.w, x)), n.b).tanh(),
    lambda n, x: (n.b + (n.w[0] * x[0] + n.w[1] * x[1])).tanh(),
    lambda n, x: (n.w[0] * x[0] / 2 + n.w[1] * x[1] / 2 + n.b).tanh(),
    lambda n, x: (n.w[0].exp() * x[0] + n.w[1].exp() * x[1] + n.b).tanh()])
def test_a_neuron_may_be_written_in_any_way(forward):
    neuron = Own(2)
    out = forward(neuron, [Value(1.0, label='x0'), Value(2.0, label='x1')])
    found = groups((out - 1) ** 2)
    assert outside(found) == [1.0, 2.0, 1.0, '-', '**2']
    assert outputs(found) == {'Own': [out]}


def test_a_neuron_without_a_bias_and_with_a_sum_from_zero():
    neuron = Own(2)
    out = sum(w * x for w, x in zip(neuron.w, [1.0, 2.0]))
    found = groups((out - 1) ** 2)
    assert outside(found) == [1.0, 2.0, 1.0, '-', '**2']
    assert outputs(found) == {'Own': [out]}


@pytest.mark.parametrize('loss, operations', [
    (lambda out: (out - 0.0) ** 2, ['-', '**2']),
    (lambda out: (0.0 - out) ** 2, ['-', '**2']),
    (lambda out: out * 0.0, ['*']),
    (lambda out: sum([out.exp()]), ['exp', '+'])])
@pytest.mark.parametrize('neuron', [Neuron(2, nonlin=False), Neuron(2)])
def test_a_target_of_0_is_no_part_of_the_neuron(neuron, loss, operations):
    out = neuron([2.0, 3.0])
    found = groups(loss(out))
    assert outside(found)[-len(operations):] == operations
    assert outputs(found) == {'Neuron': [out]}


def test_a_linear_neuron_ends_before_the_first_function_of_the_loss():
    neuron = Neuron(1, nonlin=False)
    out = neuron([2.0])
    found = groups(out.exp())
    assert outside(found) == [2.0, 'exp']
    assert outputs(found) == {'Neuron': [out]}


def test_the_activation_of_the_last_neuron_is_inside():
    neuron = Neuron(1, activation='tanh')
    out = neuron([2.0])
    found = groups((out - 1) ** 2)
    assert outside(found) == [2.0, 1.0, '-', '**2']
    assert outputs(found) == {'Neuron': [out]}


def test_a_neuron_is_one_box_however_often_it_runs():
    model = MLP(1, [2, 1])
    outs = [model([float(x)]) for x in range(3)]
    found = groups(sum((out - 1) ** 2 for out in outs))
    assert len(found.groups) == 3
    assert outputs(found)['layers.1.neurons.0'] == outs
    assert found.groups[-1].rows[-1].name == 'out (3)'
    assert found.inner.isdisjoint((out, result) for out in outs
                                  for result in found.nodes)


def test_outputs_that_are_added_are_not_a_part_of_the_neuron():
    neuron = Neuron(1, nonlin=False)
    found = groups(neuron([1.0]) + neuron([2.0]))
    assert outside(found) == [1.0, 2.0, '+']


def test_a_penalty_on_the_weights_is_no_run_of_the_neuron():
    model = MLP(2, [2, 1])
    data_loss = (model([1.0, 2.0]) - 1) ** 2
    found = groups(data_loss + 0.1 * sum(p * p for p in model.parameters()))
    assert all(len(values) == 1 for values in outputs(found).values())
    assert sum(node._op == '*' and node not in found.home for node in found.nodes) == 10
    assert titles(data_loss + sum(p * p for p in model.parameters()), 'layer') == [
        'layers.0', 'layers.1']


def test_a_penalty_in_one_node_is_no_run_of_a_layer():
    model = MLP(2, [2, 1], fused=True)
    ps = model.parameters()
    data_loss = (model([1.0, 2.0]) - 1) ** 2
    for penalty in (dot(ps, ps), dot(ps[-3:], ps[-3:])):
        found = groups(data_loss + 0.1 * penalty)
        assert all(len(values) == 1 for values in outputs(found).values())
        assert penalty not in found.home


def test_a_fused_network_has_the_boxes_of_the_lecture_s():
    def shown_of(fused, level):
        random.seed(2)
        model = MLP(2, [3, 2], fused=fused)
        return [(group.title, row.name, [value.data for value in row.values])
                for group in groups(model([1.0, 2.0])[0] * 2, level).groups
                for row in group.rows]
    for level in ('neuron', 'layer'):
        assert shown_of(True, level) == shown_of(False, level)


def test_what_mixes_the_outputs_of_a_linear_is_outside():
    class Two(Module):
        def __init__(self):
            self.first, self.last = nn.Linear(2, 3), nn.Linear(3, 3)
    model = Two()
    out = model.last([h.tanh() for h in model.first([1.0, 2.0])])
    found = outputs(groups(cross_entropy([*out, out[0] + out[1]], 1), 'layer'))
    assert [h._op for h in found['first']] == ['tanh'] * 3
    assert found['last'] == out


def test_what_an_attention_computes_between_its_parts_is_a_box_of_its_own():
    model = nn.Attention(4, 2)
    out = model([[1.0, 2.0, 3.0, 4.0], [2.0, 1.0, 0.0, 1.0], [0.5, 0.0, 1.0, 3.0]])
    loss = sum(y * y for row in out for y in row)
    found = groups(loss, 'layer')
    q, k, v, o, between, outside_ = found.groups
    assert [group.title for group in found.groups[:5]] == [*'qkvo', 'Attention']
    ops = {node._op for node in between.members}
    assert ops == {'', 'dot', '/', '-', 'exp', '+'}
    assert between.rows[-1].values == [x for x in between.members if x._prev]
    assert {node._op for node in outside_.members} == {'', '*', '+'}
    assert loss in outside_.members
    into = {found.home[node] for x, node in found.edges
            if found.home.get(x) == found.groups.index(between)}
    assert into == {found.groups.index(o), found.groups.index(between)}


def test_the_boxes_of_a_gpt_go_one_way():
    model = nn.GPT(5, 3, n_embd=4, n_head=2)
    found = groups(model.loss([0, 1, 2]), 'layer')
    titles = [group.title for group in found.groups]
    assert [t for t in titles if t.startswith('GPT')] == ['GPT, 1', 'GPT, 2', 'GPT, 3']
    before = {n: set() for n in range(len(titles))}
    for edge in {*found.edges} - found.inner:
        x, node = map(found.home.get, edge)
        if x is not None and x != node:  # every result is in a box
            before[node].add(x)
    order = [titles[n] for n in graphlib.TopologicalSorter(before).static_order()]
    of_blocks = [t for t in order if t.startswith(('GPT', 'blocks'))]
    assert of_blocks[0] == 'GPT, 1' and of_blocks[-1] == 'GPT, 3'
    assert of_blocks.index('blocks.0.attention.o') < of_blocks.index('GPT, 2')


def test_what_is_between_two_models_is_outside():
    first, second = nn.Linear(2, 20), nn.Linear(20, 2)
    x = [Value(1.0), Value(2.0)]
    hidden = [h.exp() + 1 for h in first(x)]
    found = groups(sum(second([h * h * h for h in hidden])), 'layer')
    assert all(group.title in ('Linear', 'outside') for group in found.groups)


def test_a_recurrent_net_is_one_group():
    for kind in (nn.RNN, nn.LSTM):
        cell, last = kind(2, 3), nn.Linear(3, 1)
        found = groups(last(cell([[1.0, 2.0], [0.5, -1.0]])[-1])[0], 'layer')
        assert {group.title for group in found.groups} == {kind.__name__, 'Linear'}
        assert not any(node._prev for node in found.nodes if node not in found.home)


def test_a_residual_connection_is_outside():
    layer = Layer(2, 2)
    x = [Value(1.0, label='x'), Value(2.0, label='y')]
    h = [a + b for a, b in zip(layer(x), x)]
    model = Neuron(2)
    found = groups(model(h))
    assert all(node not in found.home for node in h)
    assert outside(found) == [1.0, 2.0, '+', '+']


# --- groups of a student's Modules -------------------------------------------

def test_neurons_in_lists():
    net = Net()
    loss = (net([1.0, 2.0]) - 1) ** 2
    assert titles(loss) == ['hidden.0', 'hidden.1', 'hidden.2', 'out']
    assert titles(loss, 'layer') == ['hidden', 'out']
    rows = groups(loss).groups[0].rows
    assert [row.name for row in rows] == ['w.0', 'w.1', 'b', 'out']


class Linear(Module):
    def __init__(self, nin, nout):
        self.w = [[Value(random.uniform(-1, 1)) for _ in range(nin)]
                  for _ in range(nout)]
        self.b = [Value(0.0) for _ in range(nout)]

    def __call__(self, x):
        return [sum(w * xi for w, xi in zip(row, x)) + b
                for row, b in zip(self.w, self.b)]


class Rows(Module):
    def __init__(self):
        self.layers = [Linear(2, 3), Linear(3, 2)]

    def __call__(self, x):
        return self.layers[1]([h.tanh() for h in self.layers[0](x)])


@pytest.mark.parametrize('level', ['neuron', 'layer'])
def test_layers_in_a_row_are_not_one_layer(level):
    model = Rows()
    logits = model([1.0, 2.0])
    found = groups(cross_entropy(logits, 0), level)
    assert [group.title for group in found.groups] == ['layers.0', 'layers.1']
    assert outputs(found)['layers.1'] == logits
    assert {x._op for x in outputs(found)['layers.0']} == {'tanh'}


class Recurrent(Module):
    def __init__(self):
        self.cell = Layer(1 + 2, 2, activation='tanh')
        self.out = Neuron(2, nonlin=False)

    def __call__(self, xs):
        h = [Value(0.0), Value(0.0)]
        for x in xs:
            h = self.cell([x, *h])
        return self.out(h)


def test_a_recurrent_network_feeds_itself():
    model = Recurrent()
    loss = model([0.1, 0.2, 0.3])
    assert titles(loss) == ['cell.neurons.0', 'cell.neurons.1', 'out']
    assert titles(loss, 'layer') == ['cell', 'out']
    assert ('g0', 'g0') in edges(draw_dot(loss, collapse='layer'))
    assert {('g0', 'g0'), ('g0', 'g1'), ('g1', 'g0')} < set(
        edges(draw_dot(loss, collapse='neuron')))
    assert len(outputs(groups(loss))['cell.neurons.0']) == 3


def test_a_network_without_loops_has_none():
    model = MLP(2, [3, 3, 1])
    loss = sum((model([1.0, x]) - x) ** 2 for x in (1.0, 2.0))
    for level in 'neuron', 'layer':
        assert not any(a == b for a, b in edges(draw_dot(loss, collapse=level)))


class Tied(Module):
    """An autoencoder whose decoder has the encoder's weights."""

    def __init__(self):
        self.enc = Layer(3, 2, activation='tanh')
        self.dec = [Own(2) for _ in range(3)]
        for j, neuron in enumerate(self.dec):
            neuron.w = [other.w[j] for other in self.enc.neurons]

    def __call__(self, x):
        h = self.enc(x)
        return [neuron(h) for neuron in self.dec]


def test_tied_weights_stand_in_both_boxes():
    model = Tied()
    x = [1.0, 2.0, 3.0]
    out = model(x)
    found = groups(sum((a - b) ** 2 for a, b in zip(out, x)))
    assert [group.title for group in found.groups] == [
        'enc.neurons.0', 'enc.neurons.1', 'dec.0', 'dec.1', 'dec.2']
    shared = model.enc.neurons[1].w[2]
    assert [group.title for group in found.groups
            if any(row.values == [shared] for row in group.rows)] == [
                'enc.neurons.1', 'dec.2']
    outs = outputs(found)
    assert [outs[f'dec.{i}'] for i in range(3)] == [[x] for x in out]
    assert len(outs['enc.neurons.0']) == 1


def test_an_embedding_is_a_box_of_its_own():
    class Words(Module):
        def __init__(self):
            self.table = [[Value(random.random()) for _ in range(2)] for _ in range(3)]
            self.mlp = MLP(2, [2])

        def __call__(self, i):
            return sum(self.mlp(self.table[i]))
    model = Words()
    root = model(0) + model(2)
    found = groups(root)
    assert [group.title for group in found.groups] == [
        'Words', 'mlp.layers.0.neurons.0', 'mlp.layers.0.neurons.1']
    assert [row.name for row in found.groups[0].rows] == [
        'table.0.0', 'table.0.1', 'table.2.0', 'table.2.1']
    picture = draw_dot(root, collapse='neuron')
    assert {('g0', 'g1'), ('g0', 'g2')} < set(edges(picture))


def test_labels_of_a_student_are_shown_as_they_are():
    neuron = Own(1)
    neuron.w[0].label = '<权重>'
    root = neuron([Value(1.0)])
    [rows] = boxes(draw_dot(root, collapse='neuron')).values()
    assert rows[1][0] == '<权重>'


def test_a_module_whose_construction_failed_does_no_harm():
    class Slots(Module):
        def parameters(self):
            return [self.weight]

    broken = Slots()
    neuron = Own(1)
    assert titles(neuron([1.0])) == ['Own']
    assert not hasattr(broken, 'weight')


def test_a_module_with_its_own_way_to_find_parameters():
    class Single(Module):
        __slots__ = ('weight',)

        def __init__(self):
            self.weight = Value(2.0)

        def parameters(self):
            return [self.weight]

    model = Single()
    assert titles(model.weight * 3) == ['Single']


# --- what is outside ---------------------------------------------------------

def test_what_is_outside_is_drawn_as_it_is_while_it_can_be_read():
    model = MLP(1, [1])
    found = groups(sum((model([float(x)]) - 1) ** 2 for x in range(4)))
    assert [group.title for group in found.groups] == ['layers.0.neurons.0']
    assert 0 < len(outside(found)) <= MOST_OUTSIDE


def test_much_outside_is_collapsed_too():
    model = MLP(1, [1])
    loss = sum((model([float(x)]) - 1) ** 2 for x in range(20))
    loss.label = 'loss'
    found = groups(loss)
    assert [(group.title, [row.name for row in group.rows])
            for group in found.groups[1:]] == [
        ('inputs', ['x (20)']),
        ('outside', ['leaves (21)', 'results (59)', 'loss'])]
    assert outside(found) == []
    picture = draw_dot(loss, collapse='layer')
    assert not re.search(r'^\t(n|op)\d', picture.source, re.M)
    assert set(edges(picture)) == {('g1', 'g0'), ('g0', 'g2')}


def test_the_loss_graph_of_the_regression_network():
    model = MLP(2, [16, 16, 1])
    loss = (model([1.5, -2.0]) - 9.5) ** 2
    assert len(trace(loss)[0]) == 982
    assert len(titles(loss)) == 33
    assert titles(loss, 'layer') == ['layers.0', 'layers.1', 'layers.2']
    assert outside(groups(loss)) == [1.5, -2.0, 9.5, '-', '**2']


# --- arguments ---------------------------------------------------------------

@pytest.mark.parametrize('level', ['neurons', '', True, 1, [], Neuron])
def test_another_level_is_refused(level):
    neuron = Neuron(1)
    with pytest.raises(ValueError, match="'neuron' or 'layer', not"):
        draw_dot(neuron([1.0]), collapse=level)


def test_nothing_to_collapse_is_said():
    a = Value(1.0)
    with pytest.raises(ValueError, match='no leaf of this graph is a parameter'):
        draw_dot(a * 2, collapse='neuron')


def test_a_network_that_is_gone_is_missed():
    loss = MLP(2, [2, 1])([1.0, 2.0])
    with pytest.raises(ValueError, match='Keep the network in a variable'):
        draw_dot(loss, collapse='layer')


def test_a_graph_is_collapsed_and_left_as_it_was():
    model = MLP(2, [2, 1])
    loss = model([1.0, 2.0])
    loss.backward(retain_graph=True)
    state = [(v.data, v.grad, v.label, v._prev, v._backward) for v in trace(loss)[0]]
    draw_dot(loss, collapse='neuron')
    assert state == [(v.data, v.grad, v.label, v._prev, v._backward)
                     for v in trace(loss)[0]]


# --- highlight ---------------------------------------------------------------

def test_the_way_of_a_weight_through_the_layers():
    model = MLP(2, [3, 2, 1])
    weight = model.layers[1].neurons[1].w[0]
    loss = model([1.0, 2.0])
    source = draw_dot(loss, collapse='neuron', highlight=weight).source
    lit = re.findall(r'^\t(\w+) (?:-> (\w+) )?\[.*penwidth="5"\]', source, re.M)
    assert lit == [('g4', ''), ('g5', ''), ('g4', 'g5')]
    [marked] = re.findall(r'BGCOLOR="#F6CDB3"><B>(\w+)', source)
    assert marked == 'w0'


# --- graphs of Tensors -------------------------------------------------------

def test_layers_of_tensors():
    np = pytest.importorskip('numpy')
    from micrograd.tensor import Tensor, nn
    model = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))
    loss = (model(Tensor(np.ones((4, 2)))) ** 2).mean()
    first, second = boxes(draw_dot(loss, collapse='layer')).values()
    assert first[0] == ('layers.0', 'mean data', 'mean grad')
    assert [row[0] for row in second] == ['layers.1', 'w', 'b', 'out']
