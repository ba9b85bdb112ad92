"""Pictures of Tensor graphs: shape, and the means of data and gradient."""
import re

import numpy as np
import pytest

from micrograd import Value, draw_dot, trace
from micrograd.tensor import Linear, Sequential, Tensor


def graph():
    x = Tensor(np.arange(6.).reshape(2, 3), label='x')
    w = Tensor([1., 2., 3.], requires_grad=True, label='w')
    h = x * w
    h.label = 'h'
    loss = (h * h).mean()
    loss.label = 'loss'
    return x, w, h, loss


def boxes(root):
    """The text of each box, without markup."""
    return [' '.join(re.sub('<[^>]*>', ' ', line).split())
            for line in draw_dot(root).source.splitlines()
            if re.match(r'\tn\d+ \[label', line)]


def test_boxes_show_shape_and_means():
    x, w, h, loss = graph()
    h.retain_grad()
    loss.backward(retain_graph=True)
    text = '\n'.join(boxes(loss))
    assert 'x shape (2, 3) mean data 2.5000 mean grad None' in text
    assert f'w shape (3,) mean data 2.0000 mean grad {w.grad.mean():.4f}' in text
    assert f'h shape (2, 3) mean data 5.6667 mean grad {h.grad.mean():.4f}' in text
    assert f'loss data {loss.item():.4f} grad None' in text


def test_trace_and_edges():
    x, w, h, loss = graph()
    nodes, edges = trace(loss)
    assert nodes[-1] is loss and {x, w, h} < set(nodes)
    assert sum(a is h for a, _ in edges) == 2  # h * h


def edges_with_shapes(root, **options):
    """The edges that have a shape: from, to, the shape."""
    found = re.findall(r'\t(\w+) -> (\w+) \[.*?label=<<B>(.*?)</B>>.*?\]',
                       draw_dot(root, **options).source)
    return sorted(found)


def test_edges_show_the_shapes_of_operands():
    x, w, h, loss = graph()
    assert edges_with_shapes(loss) == [
        ('n0', 'op2', '(2, 3)'), ('n1', 'op2', '(3,)'),
        ('n2', 'op3', '(2, 3)'), ('n2', 'op3', '(2, 3)'), ('n3', 'op4', '(2, 3)')]
    assert all('fontcolor' in line for line in draw_dot(loss, highlight=w).source
               .splitlines() if line.startswith('\tn0 -> op2'))
    assert edges_with_shapes(Value(1.0) * 2) == []


def test_a_collapsed_picture_shows_the_shapes_between_layers():
    model = Sequential(Linear(3, 4, activation='tanh'), Linear(4, 1))
    loss = (model(np.ones((5, 3))) - np.zeros((5, 1))).sum()
    found = edges_with_shapes(loss, collapse='layer')
    assert [(start[0], end[:2], shape) for start, end, shape in found] == [
        ('g', 'g1', '(5, 4)'), ('g', 'op', '(5, 1)'), ('n', 'g0', '(5, 3)'),
        ('n', 'op', '(5, 1)'), ('n', 'op', '(5, 1)')]


def test_after_backward_the_graph_is_gone_unless_it_was_kept():
    *_, loss = graph()
    loss.backward(retain_graph=True)
    before = boxes(loss)
    loss.backward()
    with pytest.raises(RuntimeError, match='retain_graph=True'):
        draw_dot(loss)
    assert len(before) > 1


def test_drawing_an_empty_tensor_and_other_things():
    assert 'shape (0,) mean data nan' in boxes(Tensor([]))[0]
    with pytest.raises(TypeError, match='ndarray'):
        draw_dot(np.ones(2))


def test_the_rows_are_named_in_the_language_of_the_reader(monkeypatch):
    monkeypatch.setenv('LANGUAGE', 'zh')
    assert '形状 (2,) data 均值 2.5000 grad 均值 None' in boxes(Tensor([1.0, 4.0]))[0]
