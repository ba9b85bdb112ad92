"""Which exercise a file is meant for, by its name.

Its name is mul.py, or 04_mul.py as it was once; mul/stub.py, if somebody wrote into the
stub itself. But desktops, browsers and learning platforms rename what they copy, and so
do students: `mul (1).py`, `Mul - Kopie.py`, `mul_final.py`, `mul.py.txt`. A name is
taken apart into words; what says nothing of an exercise is left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import PurePath

EXACT, NEAR, LOOSE = range(3)  # how well a name fits: the better comes first
STUB = 'stub.py'  # of an exercise, which its folder names
MOST = 255  # characters of a name
ENDINGS = ('.py', '.ipynb', '.txt')
WORD = re.compile(r'[a-z]+|\d+|[^\W\d_a-z]+')


def words(text: str) -> list[str]:
    """The words of a name, in small letters and without accents.

    >>> words('04_Mul - Cópia (2)')
    ['04', 'mul', 'copia', '2']
    """
    plain = unicodedata.normalize('NFKD', text.casefold())
    return WORD.findall(''.join(c for c in plain if not unicodedata.combining(c)))


# As desktops call a copy (English, German, French, Spanish, Italian, Portuguese, Dutch,
# Polish, Czech, Danish, Swedish, Finnish, Turkish, Russian, Chinese, Japanese, Korean),
# and as students call the version that counts.
PASSED_OVER = frozenset(words(
    'copy of kopie von copie de copia di cópia kopia kopi kopio kopya копия '
    '副本 的副本 复制 拷贝 複製 コピー のコピー 사본 복사본 '
    'final finished done new neu nouveau nuevo version v rev attempt late fixed my '
    '最终 最终版 最新 完成 新'
))


class FileNames:
    """The names that the files of some exercises may have."""

    def __init__(self, names: Iterable[str]):
        self._names = {''.join(words(name)): name for name in names}
        self._runs = {tuple(words(name)): name for name in self._names.values()}

    def meaning(self, path: PurePath) -> tuple[str, int] | None:
        """The exercise that a file is meant for, and how well its name fits."""
        filename = f'{path.parent.name}.py' if path.name == STUB else path.name
        stem = _stem(filename[:MOST])
        if stem is None:
            return None
        found = words(stem)
        told = [w for w in found if not w.isdecimal() and w not in PASSED_OVER]
        name = self._names.get(''.join(told))
        if name:
            exact = re.fullmatch(rf'(\d\d_)?{name}\.py', filename)
            return name, EXACT if exact else NEAR
        inside = {name for run, name in self._runs.items() if _contains(told, run)}
        return (inside.pop(), LOOSE) if len(inside) == 1 else None


def _stem(filename: str) -> str | None:
    """The name without its endings; None if it is no program: mul.py.txt is one."""
    endings = set()
    while (cut := filename.lower().rpartition('.'))[1] and f'.{cut[2]}' in ENDINGS:
        endings.add(cut[2])
        filename = filename[:len(cut[0])]
    return filename if endings - {'txt'} else None


def _contains(told: list[str], run: tuple[str, ...]) -> bool:
    return any(tuple(told[i:i + len(run)]) == run for i in range(len(told)))
