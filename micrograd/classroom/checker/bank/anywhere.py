"""The mistakes that any exercise may meet: looked for beside its own ones.

FIRST: slips of Python that are certain, whatever else is wrong. LAST, when nothing of
the exercise fits: what is left between two calls, results that are nearly right, and
what Python itself says.
"""

from __future__ import annotations

import ast
import difflib
import math
import re
import sys
from collections.abc import Iterator
from typing import Any

from micrograd.classroom.checker.bank.conditions import CONDITIONS
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.evidence import Evidence
from micrograd.classroom.checker.exercise import FIRST_AGAIN
from micrograd.classroom.checker.mistakes import (
    code_of,
    differing,
    is_number,
    raises,
    right,
    wrong,
)
from micrograd.classroom.checker.probes import is_fault

NEAR = 0.01  # of the right number: so far off is nearly right
MODULES = {*sys.stdlib_module_names, 'np', 'numpy'}
SPECIAL = {'init', 'call', *(name.strip('_') for name in dir(float))}


# --- slips of Python ------------------------------------------------------------


def unknown_names(e: Evidence) -> Iterator[str]:
    """The names that Python did not know."""
    for fault in filter(None, map(e.fault, e.probes)):
        found = re.match(r"name '(\w+)' is not defined", fault['message'])
        if fault['error'] == 'NameError' and found:
            yield found[1]


def missing_import(e: Evidence) -> bool:
    """Is a module used, or a name that the exercise offers, and not imported?"""
    offered = MODULES | {*e.exercise.check.uses}
    return any(name in offered for name in unknown_names(e))


def self_forgotten(e: Evidence) -> bool:
    """Does an unknown name stand elsewhere in the file behind `self.`?

    Not if it is nearly that of a loop, `w` for `wi`: then that one may be meant.
    """
    code = code_of(e.source)
    loops = {found for pair in re.findall(r'\bfor (\w+)(?:, (\w+))?', code)
             for found in pair if found}
    return any(
        re.search(rf'\bself\.{name}\b', code)
        and not any(name.startswith(x) or x.startswith(name) for x in loops)
        for name in unknown_names(e))


def methods(e: Evidence) -> Iterator[ast.FunctionDef]:
    """The methods of the classes of the file, but static ones and the like."""
    for owner in ast.walk(ast.parse(e.source)):
        if isinstance(owner, ast.ClassDef):
            yield from (d for d in owner.body if isinstance(d, ast.FunctionDef)
                        and not d.decorator_list)


def without_self(e: Evidence) -> bool:
    """Is a method called with more than it takes, which does not take `self`?"""
    return any(
        raises('TypeError', rf'\b{method.name}\(\) (takes|missing)')(e)
        for method in methods(e)
        if 'self' not in [a.arg for a in method.args.args[:1]])


def misspelt_special(e: Evidence) -> bool:
    """Is a special method, as _init_, not in double underscores, and missed?"""
    spelt = {method.name for method in methods(e)}
    missed = raises('TypeError', 'takes no arguments|not callable|unsupported operand')
    return missed(e) and any(
        name.strip('_') in SPECIAL and not re.fullmatch('__[a-z]+__', name)
        and name.startswith('_') for name in spelt)


def missing_operator(e: Evidence) -> bool:
    """Does a line use an operator that the file's own Value does not have?

    Not if it works with numbers, too: then .data may be forgotten.
    """
    pattern = r"(for [^:]+: 'Value' and 'Value'|unary .: 'Value')"
    lines = e.source.split('\n')
    return any(
        fault['error'] == 'TypeError' and fault['line'] is not None
        and re.search(pattern, fault['message'])
        and not re.search(r'Value\(|math\.|\.data|\.grad', lines[fault['line'] - 1])
        for fault in filter(None, map(e.fault, e.probes))
    )


# --- where nothing of the exercise fits --------------------------------------------


def wrong_numbers(e: Evidence) -> list[tuple[Any, Any]]:
    """The numbers of the file that are wrong, each beside the right one."""
    return [pair for d in e.failed if not d.probe.name.startswith('digits')
            for pair in differing(d.yours, d.right)]


def whole_numbers(e: Evidence) -> bool:
    """Are most of what is wrong whole numbers, less than 1 from the right ones?"""
    found = wrong_numbers(e)
    cut = [yours for yours, right in found if is_number(yours) and is_number(right)
           and abs(yours - right) < 1 and yours % 1 == 0 and right % 1]
    return len({*cut} - {-1, 0, 1}) > 1 and len(cut) > 0.6 * len(found)


def nearly_right(e: Evidence) -> bool:
    """Is each wrong number within a hundredth of the right one?"""
    found = wrong_numbers(e)
    return bool(found) and all(
        is_number(yours) and is_number(right)
        and math.isclose(yours, right, rel_tol=NEAR) for yours, right in found)


def state_kept(e: Evidence) -> bool:
    """Was the first experiment right, and wrong when it was made again?"""
    first = next(p.name for p in e.probes.values() if p.required)
    return right(first)(e) and not e.is_right(FIRST_AGAIN)


def free_attribute(e: Evidence) -> bool:
    """Does a line give a Value of ours an attribute that it does not have?

    Not if its name is near to one that it has: then it is a slip.
    """
    lines = e.source.split('\n')
    for fault in filter(None, map(e.fault, e.probes)):
        found = re.match(r"'Value' object has no attribute '(\w+)'", fault['message'])
        if found and fault['line'] is not None and re.search(
                rf'\.{found[1]} *[-+*/]?=[^=]', lines[fault['line'] - 1]):
            return not difflib.get_close_matches(found[1], ('data', 'grad', 'label'))
    return False


def unknown_attribute(e: Evidence) -> bool:
    """Does a line of the file, or an experiment of its objects, miss an attribute?"""
    return any(
        fault['error'] == 'AttributeError' and 'has no attribute' in fault['message']
        and (fault['line'] is not None or fault['message'].split("'")[1] in own)
        for own in [{*e.report.names}]
        for fault in filter(None, map(e.fault, e.probes))
    )


def not_a_list(e: Evidence) -> bool:
    """Is what comes out no list, and are all other faults those of such a thing?"""
    is_list = [re.fullmatch(r'isinstance\(.*, list\)', d.expression) is not None
               for d in e.failed]
    return any(is_list) and all(
        d.yours is False if asked else is_fault(d.yours)
        for asked, d in zip(is_list, e.failed))


def something_returned(e: Evidence) -> bool:
    """Is all right, but that something comes back where nothing should?"""
    return bool(e.failed) and all(
        d.right is None and d.expression != 'code' and not is_fault(d.yours)
        for d in e.failed)


def error_in_file(e: Evidence) -> bool:
    """Does the first experiment that fails end in an error at a line of the file?"""
    fault = e.fault(e.failed[0].probe.name)
    return fault is not None and fault['line'] is not None


NAMES = (
    shared('unbound-local', raises('UnboundLocalError')),
    shared('unknown-name', raises('NameError')),
    shared('free-attribute', free_attribute),
    shared('unknown-attribute', unknown_attribute),
)

FIRST = (
    shared('missing-import', missing_import),
    shared('self-forgotten', self_forgotten),
    shared('without-self', without_self),
    shared('misspelt-special', misspelt_special),
    shared('caret-for-power', raises('TypeError', r'unsupported operand .* for \^')),
    shared('missing-operator', missing_operator),
)

LAST = (
    shared('changes-gradients', wrong('gradients before', 'found'), 'gradients before'),
    shared('state-kept', state_kept),
    shared('not-a-list', not_a_list),
    shared('something-returned', something_returned),
    shared('whole-numbers', whole_numbers),
    shared('nearly-right', nearly_right),
    *NAMES,
    *CONDITIONS,
    shared('error-in-file', error_in_file),
)
