"""Which submissions are alike beyond what the stub and the task make alike.

Each file becomes its tokens without comments, docstrings and layout, its own names all
replaced by one. Runs of LENGTH tokens are hashed, and of each WINDOW of hashes the
least is kept: winnowing (S. Schleimer, D. Wilkerson, A. Aiken, "Winnowing: local
algorithms for document fingerprinting", SIGMOD 2003), so that any common run of
LENGTH + WINDOW - 1 tokens leaves a common mark. Marks of the stub, of our solution and
of many students are left out. What remains is counted for each pair: a reason to look,
never part of what a student gets.
"""

from __future__ import annotations

import io
import itertools
import keyword
import tokenize
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from micrograd.classroom.checker.exercise import Exercise
from micrograd.classroom.checker.feedback import escaped, printable
from micrograd.classroom.checker.source import read_as_python
from micrograd.classroom.grading.marks import EXERCISE, STUDENT
from micrograd.languages import say

LENGTH, WINDOW = 8, 4
LONGEST = 20_000  # characters of a file that are looked at
COMMON = 0.1  # of a class: what so many wrote alike, the task makes alike
FEW = 3  # students who may share a mark even in a small class
LEAST, SHARE = 10, 0.6  # marks in common, and of the shorter file, to be told

MEANING = (
    'Runs of code in common that neither the stub, nor our solution, nor many of the '
    'class have; names, comments and layout do not count. A reason to look at both, '
    'not a proof, and never part of a mark.')

LAYOUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENCODING,
          tokenize.ENDMARKER}
BLOCKS = {tokenize.INDENT: '{', tokenize.DEDENT: '}'}


@dataclass(frozen=True)
class Pair:
    """Two students, and the exercises in which they are alike, with the shares."""

    first: str
    second: str
    shares: dict[str, float]


def tokens(source: str) -> list[str]:
    """The tokens of a program's LONGEST first characters, as far as they are Python's.

    Without comments, blank lines and texts that stand alone (docstrings); a block's
    begin and end are one token each, however deep it is indented.
    """
    found, starts_line = [], True
    try:
        for token in tokenize.generate_tokens(io.StringIO(source[:LONGEST]).readline):
            if token.type in BLOCKS:
                found.append(BLOCKS[token.type])
            elif token.type in LAYOUT:
                starts_line = starts_line or token.type == tokenize.NEWLINE
            else:
                if not (starts_line and token.type == tokenize.STRING):
                    found.append(token.string)
                starts_line = False
    except (tokenize.TokenError, SyntaxError):  # what came before it counts
        pass
    return found


def fingerprints(source: str, kept: Iterable[str] = ()) -> set[int]:
    """The marks of a program by winnowing. kept: names that are not replaced."""
    kept = {*kept, *keyword.kwlist}
    told = [t if t in kept or not t.isidentifier() else 'x' for t in tokens(source)]
    # Numbers, since hash() of a text differs from process to process.
    numbers = [zlib.crc32(token.encode()) for token in told]
    hashes = [hash(run) for run in zip(*(numbers[i:] for i in range(LENGTH)))]
    last = max(1, len(hashes) - WINDOW + 1)
    return {min(hashes[i:i + WINDOW]) for i in range(last)} if hashes else set()


def alike(
    files: Mapping[str, Mapping[str, bytes]], exercises: Sequence[Exercise]
) -> list[Pair]:
    """The pairs that are alike, those with the most exercises first.

    files: of each student, by exercise.
    """
    shares = defaultdict(dict)
    for exercise in exercises:
        texts = {student: of_one[exercise.name] for student, of_one in files.items()
                 if exercise.name in of_one}
        for pair, share in _pairs(texts, exercise).items():
            shares[pair][exercise.name] = share
    pairs = [Pair(*pair, found) for pair, found in shares.items()]
    return sorted(pairs, key=lambda p: (-len(p.shares), p.first, p.second))


def _pairs(
    texts: Mapping[str, bytes], exercise: Exercise
) -> dict[tuple[str, str], float]:
    """The share that each pair has in common in one exercise, where it is large.

    A mark with many owners is left out, so that the time is linear in the class.
    """
    stub = exercise.stub.read_text('utf-8')
    kept = {*tokens(stub)}
    given = fingerprints(stub, kept) | fingerprints(exercise.right, kept)
    own = {student: _marks_of(raw, kept) - given for student, raw in texts.items()}
    owners = defaultdict(list)
    for student in sorted(own):
        for mark in own[student]:
            owners[mark].append(student)
    many = max(FEW, COMMON * len(texts))
    rare = {mark: who for mark, who in owners.items() if len(who) <= many}
    size = Counter(student for who in rare.values() for student in who)
    both = Counter(pair for who in rare.values()
                   for pair in itertools.combinations(who, 2))
    shares = {pair: count / min(map(size.get, pair)) for pair, count in both.items()
              if count >= LEAST}
    return {pair: share for pair, share in shares.items() if share >= SHARE}


def _marks_of(raw: bytes, kept: set[str]) -> set[int]:
    try:
        return fingerprints(read_as_python(raw), kept)
    except SyntaxError:
        return set()


def alike_page(pairs: Sequence[Pair], lang: str) -> str:
    """The pairs as a page of Markdown."""
    rows = [f'| {_cell(p.first)} | {_cell(p.second)} | ' + ', '.join(
        f'{name} {share:.0%}' for name, share in p.shares.items()) + ' |'
        for p in pairs]
    head = say(STUDENT, lang), say(EXERCISE, lang)
    table = [f'| {head[0]} | {head[0]} | {head[1]} |', '| --- | --- | --- |', *rows]
    told = '\n'.join(table) if pairs else say('None.', lang)
    title = say('Submissions that are alike', lang)
    return f'# {title}\n\n{say(MEANING, lang)}\n\n{told}\n'


def _cell(text: str) -> str:
    return escaped(printable(text)).replace('|', '\\|')
