"""A few of many cases for `make test`; the others are for `make apart`."""
from collections.abc import Iterable

import pytest


def some(cases: Iterable, of: int = 4) -> list:
    """One of four cases; the rest is marked to run apart. A case is named by its file,
    if it has one."""
    return [pytest.param(case, id=str(getattr(case, 'file', case)),
                         marks=[pytest.mark.apart] if n % of else [])
            for n, case in enumerate(cases)]
