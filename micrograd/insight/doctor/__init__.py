"""What is wrong with this graph? The doctor looks at a loss before its backward pass.

It asks the closures, not the names of operations: a ReLU is what has the slope 0
where it is 0, a tanh what has the slope 1 - out ** 2. So a student's own activation
is looked after like those of the engine. To read, in this order:

    findings   what the doctor says
    notes      record(): which line made a node, and of what
    structure  is the graph whole, its closures too, its numbers as they were?
    layers     which parameters, and which activations, stand side by side
    numbers    dead and saturated units, vanishing and exploding gradients

Not here: whether a gradient is right (derivatives/gradcheck.py).
"""
from __future__ import annotations

from collections.abc import Iterable

from micrograd.common.arguments import from_0
from micrograd.common.engines import for_tensors
from micrograd.derivatives.local import own_pass
from micrograd.elementary import is_finite
from micrograd.engine import Value
from micrograd.graph import is_used_up, topological_order
from micrograd.insight.doctor import numbers, structure
from micrograd.insight.doctor.findings import Finding
from micrograd.insight.doctor.layers import units_and_layers
from micrograd.insight.doctor.notes import line_of, record

__all__ = ['Finding', 'diagnose', 'line_of', 'record']


@for_tensors('doctor.diagnose')
def diagnose(loss: Value, parameters: Iterable[Value],
             lr: float | None = None) -> list[Finding]:
    """What is wrong with the graph of loss, the gravest first; [] if nothing is.

    Ask before backward(): it and every gradient stay as they are. Give it the mean
    loss of a batch, of one that is large enough to say that a unit is dead or
    saturated (4 samples). lr: the learning rate of the coming step
    p.data -= lr * p.grad, whose size is then judged too.

    Within `with record():` or after it, the findings name the lines that made their
    nodes, and data that was changed since. Of a graph that is used up only the
    numbers are judged, the gradients as backward() left them; the last finding
    says so.

    Tensors are looked after as well, in the same words, but for record().

    TypeError: these are no Values. ValueError: lr is below 0.
    """
    # a Module, where .parameters() was forgotten, is refused below
    parameters = list(parameters) if isinstance(parameters, Iterable) else [parameters]
    if lr is not None:
        from_0('lr', lr)
    for x in (loss, *parameters):
        if not isinstance(x, Value):
            raise TypeError(f'diagnose takes the loss, a Value, and the parameters, '
                            f'a list of Values such as model.parameters(); got {x!r}')
    topo = topological_order(loss)
    if is_used_up(topo):
        return _by_numbers(topo, parameters, lr)
    found = [*structure.not_attached(topo)]
    if found:  # its closures cannot be run
        return found
    found = [*structure.forgotten_operands(topo), *structure.slips(topo),
             *structure.unreached(topo, parameters),
             *structure.changed_data(topo), *structure.not_finite(topo)]
    if not is_finite(loss.data):  # then no gradient means anything
        return found
    gradients = own_pass(topo)
    found += structure.left_gradients(topo, parameters, gradients)
    return found + _by_gradients(topo, parameters, gradients, lr)


def _by_numbers(topo, parameters, lr):
    """What the numbers of a used-up graph tell."""
    found = [*structure.unreached(topo, parameters), *structure.not_finite(topo)]
    has_passed = topo[-1].grad != 0  # or else release() has used it up
    if has_passed and is_finite(topo[-1].data):
        gradients = {node: node.grad for node in topo}
        found += _by_gradients(topo, parameters, gradients, lr)
    return [*found, structure.used_up(topo[-1])]


def _by_gradients(topo, parameters, gradients, lr):
    found = list(structure.not_finite_gradients(topo, gradients))
    return found or [*numbers.all_findings(
        *units_and_layers(topo, parameters, gradients), lr)]
