"""Plots: what is drawn, in sizes for the back row, without a display."""
import dataclasses
import gc
import io
import math
import os
import random
import subprocess
import sys
import warnings
import weakref

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from micrograd import (
    MLP,
    Layer,
    Module,
    Neuron,
    Value,
    blobs,
    compile_function,
    fit,
    moons,
)
from micrograd.elementary import sin
from micrograd.pictures import fonts, plots
from micrograd.pictures.plots import (
    COLORS,
    _scores,
    activation_histograms,
    decision_boundary,
    gradient_histograms,
    loss_curve,
    optimizer_paths,
    tangent,
)
from micrograd.training.losses import mean, mse
from micrograd.training.optim import SGD, Adam

DATA = moons(20)


def small_model(*nouts):
    random.seed(3)
    return MLP(2, nouts, activation='tanh')


def with_gradients(model):
    mean([mse(model(x), target) for x, target in DATA]).backward()
    return model


def bowl(x, y):
    return x ** 2 / 10 + y ** 2


PLOTS = {
    'one loss': lambda: loss_curve([3.0, 2.0, 1.0]),
    'two losses': lambda: loss_curve({'loss': [3.0, 0.01], 'validation': [4.0, 0.5]}),
    'border': lambda: decision_boundary(small_model(3, 1), DATA, margin=0.2),
    'regions': lambda: decision_boundary(small_model(4, 3), blobs(30)),
    'gradients': lambda: gradient_histograms(with_gradients(small_model(3, 1))),
    'activations': lambda: activation_histograms(small_model(3, 1),
                                                 [x for x, _ in DATA]),
    'tangent': lambda: tangent(lambda x: 3 * x ** 2 - 4 * x + 5, 3.0),
    'paths': lambda: optimizer_paths(
        bowl, (-3.0, 2.0), {'SGD': lambda ps: SGD(ps, 0.3),
                            'Adam': lambda ps: Adam(ps, 0.3)}, steps=8),
}


@pytest.fixture(scope='module')
def figures():
    found = {name: plot() for name, plot in PLOTS.items()}
    for figure in found.values():
        figure.draw_without_rendering()
    return found


def lines(figure):
    return {line.get_label(): line for line in figure.axes[0].get_lines()}


# --- all of them ---------------------------------------------------------------


@pytest.mark.parametrize('name', PLOTS)
def test_each_can_be_read_at_the_back_row(name, figures):
    figure = figures[name]
    texts = [text for text in figure.findobj(Text) if text.get_text()]
    assert min(text.get_fontsize() for text in texts) >= 14
    assert min(figure.get_size_inches()) >= 6
    said = [text.get_text() for text in (*figure.texts, figure._supylabel) if text]
    for axes in figure.axes:
        assert axes.get_ylabel() or 'count' in said
    assert figure.axes[-1].get_xlabel()
    curves = [line for axes in figure.axes for line in axes.get_lines()]
    assert {line.get_color() for line in curves} <= {*COLORS, 'black'}


@pytest.mark.parametrize('name', PLOTS)
def test_each_is_a_figure_that_a_notebook_shows(name, figures):
    assert isinstance(figures[name], Figure)
    assert figures[name]._repr_png_().startswith(b'\x89PNG')


def test_no_backend_is_chosen_and_no_display_needed(tmp_path):
    code = ('import sys; from micrograd.pictures.plots import loss_curve\n'
            'loss_curve([1.0, 0.5]).savefig(sys.argv[1])\n'
            'assert "matplotlib.pyplot" not in sys.modules')
    env = {name: text for name, text in os.environ.items()
           if name not in ('MPLBACKEND', 'DISPLAY', 'WAYLAND_DISPLAY')}
    subprocess.run([sys.executable, '-c', code, tmp_path / 'loss.svg'], check=True,
                   env={**env, 'PYTHONPATH': os.pathsep.join(sys.path)})
    assert (tmp_path / 'loss.svg').read_text().startswith('<?xml')


# --- loss curves ---------------------------------------------------------------


@pytest.mark.parametrize('losses, scale', [
    ([1.0, 0.5], 'linear'), ([1.0, 0.01], 'log'), ([1.0, 0.0], 'linear'),
    ([1.0, 0.01, float('inf'), float('nan')], 'log'), ([2.0], 'linear')])
def test_the_scale_is_logarithmic_where_it_helps(losses, scale):
    figure = loss_curve(losses)
    assert figure.axes[0].get_yscale() == scale
    figure.draw_without_rendering()


def test_the_curves_of_a_history():
    w = Value(0.0)
    history = fit(lambda x: w * x, [(1.0, 2.0)], mse, SGD([w], 0.1), 3, False,
                  validation=[(2.0, 4.0)])
    curves = lines(loss_curve(history))
    assert list(curves) == ['loss', 'validation']
    assert list(curves['loss'].get_ydata()) == history['loss']
    assert list(curves['loss'].get_xdata()) == [1, 2, 3]
    assert list(lines(loss_curve({'SGD': [1.0], 'Adam': [2.0]}))) == ['SGD', 'Adam']


def test_the_mean_of_many_losses_is_drawn_before_them():
    losses = [3.0 - i / 200 + (-1) ** i for i in range(400)]
    figure = loss_curve(losses, unit='step')
    behind, mean = figure.axes[0].lines
    assert figure.axes[0].get_xlabel() == 'step'
    assert list(behind.get_ydata()) == losses and behind.get_alpha() < 1
    assert mean.get_xdata()[0] == 20 and mean.get_xdata()[-1] == 400
    assert mean.get_ydata() == pytest.approx(
        [sum(losses[i - 20:i]) / 20 for i in range(20, 401)])
    with pytest.raises(ValueError, match="unit is 'epoch' or 'step', got 'batch'"):
        loss_curve(losses, unit='batch')


def test_a_history_without_a_loss_is_an_error():
    for history in ([], {'loss': [], 'lr': [], 'interrupted': True}):
        with pytest.raises(ValueError, match='there is no loss'):
            loss_curve(history)


# --- decision boundaries -------------------------------------------------------


def border_of(figure):
    """The points of the line drawn at the border."""
    black = [c for c in figure.axes[0].collections if c.get_linewidth()[0] == 3]
    return [point for path in black[0].get_paths() for point in path.vertices]


def test_the_border_is_where_the_score_is():
    figure = decision_boundary(lambda point: point[0] - 2 * point[1], DATA)
    assert len(border_of(figure)) > 20
    assert all(abs(x - 2 * y) < 1e-9 for x, y in border_of(figure))
    figure = decision_boundary(lambda point: point[0], DATA, border=0.5)
    assert all(abs(x - 0.5) < 1e-9 for x, _ in border_of(figure))


def test_the_points_of_each_class_are_there():
    found = lines(decision_boundary(small_model(2, 1), DATA))
    for target in (0, 1):
        drawn = list(zip(*found[str(target)].get_data()))
        assert drawn == [x for x, own in DATA if own == target]


def test_a_boundary_needs_memory_for_one_point(monkeypatch):
    """Without the garbage collector: each graph is freed by the call after it."""
    monkeypatch.setattr(plots, 'GRID', 100)
    data = [((0.0, 0.0), 0), ((1.0, 1.0), 1)]
    model, w = small_model(2, 1), Value(2.0)
    outer = w * w
    born = []

    def watched(point):
        out = model(point) * outer
        born.append(weakref.ref(out))
        return out
    gc.collect()
    gc.disable()
    try:
        decision_boundary(watched, data)
        alive = sum(ref() is not None for ref in born)
    finally:
        gc.enable()
    assert len(born) > 10_000 and alive <= 1
    outer.backward()  # it is from outside, and still usable
    assert w.grad == 4.0


@pytest.mark.parametrize('backend', ['python', 'numpy'])
def test_a_compiled_function_draws_the_same(backend):
    for nouts in (1, 3):
        model = small_model(3, nouts)
        fast = compile_function(lambda x, y, model=model: model([x, y]),
                                model.parameters(), backend)
        ours, theirs = (_scores(one, [0.0, 0.5], [1.0, 2.0, 3.0])
                        for one in (model, fast))
        assert theirs == [[pytest.approx(score) for score in row] for row in ours]
        assert decision_boundary(fast, DATA).axes


def test_of_several_outputs_the_largest_wins():
    figure = decision_boundary(lambda p: [p[0], -p[0]], DATA)
    black = figure.axes[0].collections[1]
    assert {round(x, 9) for path in black.get_paths() for x, _ in path.vertices} == {0}


@pytest.mark.parametrize('data', [[], [((1.0,), 0)], [((1.0, 2.0, 3.0), 1)]])
def test_a_boundary_needs_two_inputs(data):
    with pytest.raises(ValueError, match='two inputs'):
        decision_boundary(small_model(1), data)


# --- histograms ----------------------------------------------------------------


def heights(axes):
    return sum(patch.get_height() for patch in axes.patches)


def test_the_gradients_of_each_layer():
    model = with_gradients(small_model(3, 2, 1))
    figure = gradient_histograms(model)
    assert [heights(axes) for axes in figure.axes] == [9, 8, 3]
    assert figure.axes[0].get_title('left').startswith('layer 1: 9 parameters, std ')
    layer = model.layers[0]
    assert len(gradient_histograms(layer).axes) == 3  # one for each neuron
    assert len(gradient_histograms(layer.neurons[0]).axes) == 1


def test_gradients_that_are_not_there_or_not_finite():
    model = small_model(3, 1)
    with pytest.raises(ValueError, match=r'call backward\(\)'):
        gradient_histograms(model)
    for p in model.parameters():
        p.grad = float('nan')
    title = gradient_histograms(model).axes[0].get_title('left')
    assert title == 'layer 1: 9 parameters, 9 are nan or inf'


def test_the_activations_of_each_layer():
    model = small_model(3, 1)
    figure = activation_histograms(model, iter([x for x, _ in DATA]))
    assert [heights(axes) for axes in figure.axes] == [60, 20]
    bounds = figure.axes[0].get_xlim()
    assert figure.axes[1].get_xlim() == bounds
    with pytest.raises(ValueError, match='no inputs'):
        activation_histograms(model, [])


def test_any_module_with_layers():
    class Net(Module):
        def __init__(self):
            self.layers = [Layer(2, 4), lambda row: [sum(row)]]
    figure = activation_histograms(Net(), [(0.0, 0.0)])
    assert [heights(axes) for axes in figure.axes] == [4, 1]
    assert '100% are 0' in figure.axes[0].get_title('left')


# --- functions -----------------------------------------------------------------


def test_the_tangent_touches_with_the_right_slope():
    found = lines(tangent(lambda x: 3 * x ** 2 - 4 * x + 5, 3.0))
    assert list(found) == ['f', 'tangent, slope 14', 'x = 3, f(x) = 20']
    assert list(found['tangent, slope 14'].get_ydata()) == [-8, 48]
    assert found['f'].get_ydata()[100] == 20
    assert 'tangent, slope 0' in lines(tangent(lambda x: x * 0 + 2, 1.0))
    assert 'tangent, slope 1' in lines(tangent(sin, 0, reach=1))


def test_a_function_is_drawn_where_it_is_defined():
    found = lines(tangent(lambda x: x.log(), 1.0))['f'].get_ydata()
    assert found[100] == 0 and found[-1] == pytest.approx(math.log(3))
    assert all(map(math.isnan, found[:51]))
    with pytest.raises(ValueError, match='log takes a number above 0'):
        tangent(lambda x: x.log(), -1.0)
    optimizer_paths(lambda x, y: x.log() ** 2 + y ** 2, (0.1, 1.0),
                    {'SGD': lambda ps: SGD(ps, 0.001)}).draw_without_rendering()


@pytest.mark.parametrize('wrong, said', [
    (lambda: gradient_histograms(None), 'takes a Module, .* got None'),
    (lambda: activation_histograms(Neuron(2), [(0.0, 0.0)]), 'takes a Module with lay'),
    (lambda: optimizer_paths(bowl, (1.0, 1.0), [SGD]), 'takes optimizers by name')])
def test_wrong_arguments(wrong, said):
    with pytest.raises(TypeError, match=said):
        wrong()


def test_the_paths_are_those_of_the_optimisers():
    figure = optimizer_paths(bowl, (-3, 2), {'SGD': lambda ps: SGD(ps, 0.25)}, 3)
    path = lines(figure)['SGD'].get_data()
    assert list(path[1]) == [2, 1, 0.5, 0.25]
    assert list(path[0]) == pytest.approx([-3 * 0.95 ** i for i in range(4)])


def test_a_path_that_leaves_all_numbers_is_an_error():
    with pytest.raises(ValueError, match='SGD leaves all numbers in step'):
        optimizer_paths(bowl, (-3, 2), {'SGD': lambda ps: SGD(ps, 1e200)})


@pytest.mark.parametrize('f', [lambda x, y: x * 0 + y * 0, bowl])
def test_a_contour_without_heights_or_ways(f):
    optimizer_paths(f, (1.0, 1.0), {}).draw_without_rendering()


# --- labels --------------------------------------------------------------------


def said(figure):
    return {text.get_text() for text in figure.findobj(Text) if text.get_text()}


def test_labels_are_in_the_language_of_the_reader(monkeypatch):
    monkeypatch.setenv('LANGUAGE', 'zh')
    figure = loss_curve({'loss': [3.0, 1.0], 'validation': [4.0, 2.0], 'lr': [1, 1]})
    assert {'轮次', '损失', '验证损失'} <= said(figure)
    assert {'轮次', '损失', 'mine'} <= said(loss_curve({'mine': [2.0], 'm': [1.0]}))
    figure = gradient_histograms(with_gradients(small_model(3, 1)))
    assert {'梯度', '个数'} <= said(figure)
    assert figure.axes[0].get_title('left').startswith('第 1 层：9 个参数，标准差 ')


@pytest.fixture
def fonts_known(monkeypatch):
    """Which fonts matplotlib finds."""
    fonts._warn_once.cache_clear()
    real = fonts.fontManager.ttflist

    def known(*names):
        others = [font for font in real if not font.name.startswith(fonts.CHINESE)]
        entries = [dataclasses.replace(others[0], name=name) for name in names]
        monkeypatch.setattr(fonts.fontManager, 'ttflist', [*others, *entries])
    yield known
    fonts._warn_once.cache_clear()


def test_without_a_font_for_chinese_one_warning_says_what_to_do(fonts_known):
    fonts_known()
    figure = loss_curve([3.0, 1.0])
    figure.axes[0].set_title('学习率与损失')
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        figure._repr_png_()
        figure.savefig(io.BytesIO())
    assert len(caught) == 1
    assert 'Install one, such as Noto Sans CJK SC' in str(caught[0].message)


def test_without_chinese_nothing_is_asked_or_changed(fonts_known):
    fonts_known('SimHei')
    figure = loss_curve([3.0, 1.0])
    before = {text: text.get_fontfamily() for text in figure.findobj(Text)}
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        figure._repr_png_()
    assert all(text.get_fontfamily() == family for text, family in before.items())


def test_a_font_for_chinese_is_taken_where_a_label_needs_it(fonts_known):
    fonts_known('WenQuanYi Micro Hei', 'Noto Sans CJK JP', 'Noto Sans CJK SC')
    assert fonts.chinese_fonts() == ['Noto Sans CJK SC']
    fonts_known('Noto Sans CJK JP')
    assert fonts.chinese_fonts() == ['Noto Sans CJK JP']
    figure = loss_curve([3.0, 1.0])
    axes = figure.axes[0]
    axes.set_title('学习率')
    with fonts.legible(figure), fonts.legible(figure):
        pass
    assert axes.title.get_fontfamily() == ['sans-serif', 'Noto Sans CJK JP']
    assert axes.xaxis.label.get_fontfamily() == ['sans-serif']
