"""A graph of Values: its order, one pass over it, and its end.

Nothing here knows an operation: a node is whatever has `_prev`, the
tuple of its operands, and `_backward`, the closure that passes its
gradient on. No recursion anywhere, so no graph is too deep.
"""
import contextlib
import gc
import threading
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any, NoReturn

from micrograd.common.blocks import Blocks


def topological_order(root: Any, known: Iterable = ()) -> list:
    """All nodes of the graph of root, each after its operands.

    A depth-first search that keeps its own stack, so that no graph is
    too deep for it. A cycle is a ValueError. known: nodes to leave out,
    with all that is reached through them alone.
    """
    topo, done = [], set(known)
    if root in done:
        return topo
    stack, limit = [], 1000
    push, pop, finish, emit = stack.append, stack.pop, done.add, topo.append
    node, operands = root, iter(root._prev)
    while True:
        for child in operands:
            if child not in done:
                if child._prev:  # first to its operands
                    push(operands)
                    push(node)
                    node, operands = child, iter(child._prev)
                    if len(stack) > limit:
                        _check_no_cycle(stack[1::2])
                        limit = 2 * len(stack)
                    break
                finish(child)
                emit(child)
        else:
            finish(node)
            emit(node)
            if not stack:
                return topo
            node, operands = pop(), pop()


def _check_no_cycle(path):
    """A ValueError if a node is met again below itself.

    Only then: so the stack of a graph with a cycle grows on and on.
    """
    seen = set()
    for node in path:
        if node in seen:
            raise ValueError(f'the graph has a cycle: {node!r} is '
                             f'an operand of itself')
        seen.add(node)


def nodes_of(roots: Iterable) -> set:
    """All nodes of the graphs of the roots."""
    return {node for root in roots for node in topological_order(root)}


# One pass at a time: graphs of several threads may share their leaves.
one_pass = threading.RLock()


def run_closures(nodes: Iterable) -> None:
    """Run each node's _backward; an error names the operation."""
    node = None
    try:
        with one_pass:
            for node in nodes:
                node._backward()
    except Exception as error:
        way_out = ('; power(x, n) of micrograd.elementary gives inf where '
                   'x ** n overflows' * isinstance(error, OverflowError))
        add_note(error, f'in the backward pass of {node._op!r}: {node!r}'
                        f'{way_out}')
        raise


def elsewhere() -> str:
    """What an error adds about a Value that stands where a number was.

    While another thread runs a pass, it may be one that puts it there.
    """
    if one_pass.acquire(blocking=False):
        one_pass.release()
        return ''
    return ('; another thread runs a pass: if that is grad(..., '
            'create_graph=True) on this graph, take a lock around both')


@contextlib.contextmanager
def restored(nodes: Iterable) -> Iterator[None]:
    """Put data and grad of the nodes back at the end, also after an error.

    Other threads wait with their passes meanwhile.
    """
    with one_pass:
        saved = [(node, node.data, node.grad) for node in nodes]
        try:
            yield
        finally:
            for node, data, grad in saved:
                node.data, node.grad = data, grad


def add_note(error: BaseException, note: str) -> None:
    """Let an error say where it happened."""
    if hasattr(error, 'add_note'):
        error.add_note(note)
    else:  # Python 3.10
        error.args = (f'{error} ({note})', *error.args[1:])


def nothing() -> None:
    """The _backward of a leaf, which has no operands."""


def used_up() -> NoReturn:
    """The _backward of a node of a used-up graph."""
    raise RuntimeError(
        'this graph was used up by an earlier backward() or release(): '
        'compute it again, or keep it with backward(retain_graph=True)')


def is_used_up(topo: Iterable) -> bool:
    """Whether a node of the graph is used up."""
    return any(node._backward is used_up for node in topo)


def check_usable(topo: Iterable) -> None:
    """A RuntimeError if a node is used up, or has no closure."""
    for node in topo:
        closure = node._backward
        if closure is used_up:
            used_up()
        if (closure is nothing or closure is None) and node._prev:
            raise RuntimeError(
                f'the operation {node._op!r} has operands but no closure, '
                f'so that no gradient would pass: {node!r}. Write '
                f'out._backward = _backward, without () behind it')


def let_go(topo: Iterable) -> None:
    """Drop the closures: without them a graph holds no cycles."""
    for node in topo:
        if node._prev:
            node._backward = used_up


def relaxed_gc() -> AbstractContextManager[None]:
    """Let the garbage collector run less often inside a `with` block.

    For training loops: a graph is thousands of small objects, which the
    collector would search in vain after every few hundred new ones.
    Blocks may be nested and may run in several threads; the last one to
    end puts back the settings that the first one found.
    """
    return _relaxed.block()


def _relax() -> tuple[int, int, int]:
    first, *rest = found = gc.get_threshold()
    if first:  # 0 means: switched off
        gc.set_threshold(max(first, 100_000), *rest)
    return found


_relaxed = Blocks(_relax, lambda found: gc.set_threshold(*found))


def paused_gc() -> AbstractContextManager[None]:
    """Let the garbage collector rest: for work whose objects are kept."""
    return _paused.block()


def _pause() -> bool:
    was_on = gc.isenabled()
    gc.disable()
    return was_on


_paused = Blocks(_pause, lambda was_on: gc.enable() if was_on else None)
