"""Laws of the Tensor engine, for shapes and indices that hypothesis thinks up."""
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from tensor_ops import arrays_apart

import micrograd.tensor as mt
from micrograd.tensor import Tensor

few = settings(max_examples=40)
SHAPES = hnp.array_shapes(min_dims=0, max_dims=3, max_side=3)
OPERATORS = [lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b,
             lambda a, b: a / b, mt.maximum,
             lambda a, b: mt.where(np.ones((), bool), a, b)]


def numbers(shape, seed=0):
    """Numbers of both signs, none near another one or near 0."""
    rng = np.random.default_rng(seed)
    size = int(np.prod(shape))
    numbers = rng.permutation(np.linspace(0.4, 2, size)) + 0.01 * seed
    return (numbers * rng.choice([-1, 1], size)).reshape(shape)


@few
@given(hnp.mutually_broadcastable_shapes(num_shapes=2, max_dims=3, max_side=3),
       st.sampled_from(OPERATORS), st.sampled_from([1, 2]))
def test_broadcasting(shapes, operator, order):
    report = mt.grad_check(operator, *arrays_apart(shapes.input_shapes), order=order)
    assert report, report


@few
@given(hnp.mutually_broadcastable_shapes(
    signature=np.matmul.signature, max_dims=2, max_side=3), st.sampled_from([1, 2]))
def test_matmul(shapes, order):
    a, b = shapes.input_shapes
    report = mt.grad_check(lambda a, b: a @ b, numbers(a, 1), numbers(b, 2),
                           order=order)
    assert report, report


@few
@given(st.data(), hnp.array_shapes(max_dims=3, max_side=3), st.booleans(),
       st.sampled_from(['sum', 'mean', 'var', 'std', 'max', 'min', 'prod',
                        'logsumexp']))
def test_reductions(data, shape, keepdims, name):
    axis = data.draw(st.none() | st.integers(-len(shape), len(shape) - 1)
                     | hnp.valid_tuple_axes(len(shape), min_size=1))
    x = numbers(shape)

    def f(x):
        return getattr(x, name)(axis=axis, keepdims=keepdims)
    if name == 'logsumexp':
        expected = np.log(np.exp(x).sum(axis=axis, keepdims=keepdims))
    else:
        expected = getattr(np, name)(x, axis=axis, keepdims=keepdims)
    out = f(Tensor(x))
    assert out.shape == expected.shape and np.allclose(out.data, expected)
    report = mt.grad_check(f, x)
    assert report, report


@few
@given(st.data(), hnp.array_shapes(max_dims=3, max_side=4))
def test_indexing(data, shape):
    index = data.draw(
        hnp.basic_indices(shape, allow_newaxis=True)
        | hnp.integer_array_indices(shape) | hnp.arrays(bool, shape))
    x = numbers(shape)
    assert np.array_equal(Tensor(x)[index].data, x[index])
    for order in (1, 2):
        report = mt.grad_check(lambda x: x[index] ** 2, x, order=order)
        assert report, report


@few
@given(st.data(), hnp.array_shapes(max_dims=4, max_side=3))
def test_axes_in_another_order(data, shape):
    axes = data.draw(st.permutations(range(len(shape))))
    axes = [data.draw(st.sampled_from([i, i - len(shape)])) for i in axes]
    x = numbers(shape)
    assert np.array_equal(Tensor(x).transpose(*axes).data, x.transpose(axes))
    assert mt.grad_check(lambda x: x.transpose(axes) ** 2, x)


@few
@given(st.lists(st.integers(0, 3), min_size=1, max_size=3), st.integers(-2, 1))
def test_concatenate(lengths, axis):
    xs = [numbers((2, n) if axis % 2 else (n, 2), i) for i, n in enumerate(lengths)]
    out = mt.concatenate(xs, axis)
    assert np.array_equal(out.data, np.concatenate(xs, axis))
    assert mt.grad_check(lambda *xs: mt.concatenate(xs, axis) ** 2, *xs)


pairs = st.tuples(st.integers(1, 3), st.integers(1, 2))


@settings(max_examples=20)
@given(pairs, pairs, st.tuples(st.integers(0, 2), st.integers(0, 1)),
       st.tuples(st.integers(3, 5), st.integers(2, 4)))
def test_convolution_is_the_sum_that_defines_it(size, stride, padding, side):
    x, w = numbers((1, 2, *side), 1), numbers((2, 2, *size), 2)
    wide = np.pad(x, ((0, 0), (0, 0), (padding[0],) * 2, (padding[1],) * 2))
    out = mt.conv2d(x, w, stride=stride, padding=padding)
    for _, o, i, j in np.ndindex(out.shape):
        top, left = i * stride[0], j * stride[1]
        window = wide[0, :, top:top + size[0], left:left + size[1]]
        assert np.isclose(out.data[0, o, i, j], (window * w[o]).sum())
    assert out.shape[2:] == tuple(
        (wide.shape[2 + k] - size[k]) // stride[k] + 1 for k in (0, 1))
    assert mt.grad_check(
        lambda x, w: mt.conv2d(x, w, stride=stride, padding=padding), x, w)


@few
@given(SHAPES, st.floats(-2, 2))
def test_the_gradient_is_linear_in_where_it_starts(a, factor):
    x = Tensor(numbers(a), requires_grad=True)
    y = x.tanh() * x
    start = numbers(a, 3)
    one = mt.grad(y, x, start).data
    assert np.allclose(mt.grad(y, x, factor * start).data, factor * one)
