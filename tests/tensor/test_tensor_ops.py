"""Every operation of the table: gradients, second derivatives, float32, memory."""
import gc
import json

import numpy as np
import pytest
import tensor_reference
from tensor_ops import OPS

import micrograd.tensor as mt
from micrograd.graph import topological_order
from micrograd.tensor import Tensor

PYTORCH = json.loads(tensor_reference.FILE.read_text())
every_op = pytest.mark.parametrize('op', OPS, ids=lambda op: op.name)


def leaves(op, dtype=np.float64):
    return [Tensor(x.astype(dtype), requires_grad=True) for x in op.arrays()]


def weights(out):
    return np.random.default_rng(1).uniform(0.5, 1.5, out.shape)


@every_op
def test_gradient(op):
    report = mt.grad_check(op.function, *op.arrays())
    assert report, report


@every_op
def test_gradient_of_the_gradient(op):
    report = mt.grad_check(op.function, *op.arrays(), order=2)
    assert report, report


@every_op
def test_one_operand_alone_gets_the_same_gradient(op):
    together = leaves(op)
    out = op.function(*together)
    out.backward(weights(out))
    for i, x in enumerate(together):
        alone = [Tensor(y.data, requires_grad=y is x) for y in together]
        op.function(*alone).backward(weights(out))
        assert np.array_equal(alone[i].grad, x.grad)
        assert all(y.grad is None for y in alone if y is not alone[i])


@every_op
def test_operands_that_require_nothing_give_a_constant(op):
    out = op.function(*map(Tensor, op.arrays()))
    assert not out.requires_grad and out._prev == () and out._grad_fn is None
    with mt.no_grad():
        same = op.function(*leaves(op))
    assert not same.requires_grad and same._prev == ()
    assert np.array_equal(out.data, same.data)


@every_op
def test_float32_stays_float32(op):
    xs = leaves(op, np.float32)
    out = op.function(*xs)
    assert out.dtype == np.float32
    out.backward(np.ones(out.shape))
    assert [x.grad.dtype for x in xs] == [np.float32] * len(xs)
    exact = op.function(*map(Tensor, op.arrays())).data
    assert np.allclose(out.data, exact, rtol=1e-4, atol=1e-4)


@every_op
def test_operands_do_not_change(op):
    xs = leaves(op)
    out = op.function(*xs)
    out.backward(weights(out))
    assert all(np.array_equal(x.data, array) for x, array in zip(xs, op.arrays()))


@every_op
def test_a_gradient_is_writeable_and_shared_with_nothing(op):
    xs = leaves(op)
    out = op.function(*xs)
    start = weights(out)
    out.backward(start)
    arrays = [start, *[x.grad for x in xs], *[x.data for x in xs]]
    for x in xs:
        assert x.grad.flags.writeable and x.grad.shape == x.shape
        assert sum(np.may_share_memory(x.grad, array) for array in arrays) == 1


@every_op
def test_rules_keep_no_array_of_the_forward_pass(op):
    out = op.function(*leaves(op))
    for node in topological_order(out):
        if isinstance(node._grad_fn, tuple):
            for rule in node._grad_fn:
                for thing in kept_by(rule):
                    is_constant = isinstance(thing, np.ndarray) and thing.dtype != float
                    assert not isinstance(thing, (np.ndarray, Tensor)) or is_constant


def kept_by(rule):
    """What a rule has in its closure, and what functions there have in theirs."""
    for cell in rule.__closure__ or ():
        yield cell.cell_contents
        if callable(cell.cell_contents) and hasattr(cell.cell_contents, '__closure__'):
            yield from kept_by(cell.cell_contents)


@every_op
def test_a_graph_is_no_cycle(op):
    xs = leaves(op)
    gc.disable()
    gc.freeze()  # what was there before is not looked at, which takes long
    try:
        out = op.function(*xs)
        [slope, *_] = mt.grad(out, xs, weights(out), create_graph=True)
        del out, slope
        assert gc.collect() == 0
    finally:
        gc.unfreeze()
        gc.enable()


@every_op
def test_recomputed_by_a_checkpoint(op):
    plain, again = leaves(op), leaves(op)
    out = op.function(*plain)
    out.backward(weights(out))
    mt.checkpoint(op.function, *again).backward(weights(out))
    for x, y in zip(plain, again):
        assert np.array_equal(x.grad, y.grad)


@every_op
def test_it_has_the_numbers_of_pytorch(op):
    shape, *expected = PYTORCH[f'operation {op.name}']
    xs = leaves(op)
    out = op.function(*xs)
    slopes = mt.grad(out, xs, weights(out), create_graph=True)
    total = sum((slope ** 2).sum() for slope in slopes)
    seconds = (mt.grad(total, xs) if total.requires_grad else
               [Tensor(np.zeros(x.shape)) for x in xs])
    assert [*out.shape] == shape
    for ours, theirs in zip(([out], slopes, seconds), expected, strict=True):
        found = [tensor_reference.weighted(x.data) for x in ours]
        assert found == pytest.approx(theirs, rel=1e-10, abs=1e-9)

