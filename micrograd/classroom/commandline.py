"""The command line in the reader's language: its help, its errors, its choice.

argparse has texts of its own, too; they are translated here, like ours.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

from micrograd.common.layout import fold
from micrograd.common.signs import allow_all_signs, as_shown
from micrograd.languages import (
    ENGLISH,
    LANGUAGES,
    WORK,
    choose_language,
    language,
    say,
    set_language,
    usual_language,
)

LANG = 'the language (default: that of last time, or of the system)'
USAGE = 'usage: '
NOT_SHOWN = ('This output cannot show the language that is wished ({lang}), hence '
             'English. Set the variable PYTHONUTF8=1, or PYTHONIOENCODING=utf-8.')


class Formatter(argparse.HelpFormatter):
    """Help in the reader's language. A text of several lines keeps them."""

    def add_usage(self, usage, actions, groups, prefix=None) -> None:
        prefix = say(USAGE) if prefix is None else prefix  # '' inside a longer one
        super().add_usage(usage, actions, groups, prefix)

    def add_text(self, text: str | None) -> None:
        super().add_text(say(text) if text else text)

    def start_section(self, heading: str | None) -> None:
        super().start_section(say(heading) if heading else heading)

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return say(action.help) if action.help else action.help

    def _split_lines(self, text: str, width: int) -> list[str]:
        # A Chinese text has no spaces, and takes two columns for each sign.
        return [text[start:end] for start, end in fold(text, width)]

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = text.splitlines() if '\n' in text else self._split_lines(text, width)
        return ''.join(f'{indent}{line}\n' for line in lines)


class Parser(argparse.ArgumentParser):
    """A parser whose texts are looked up when they are shown."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, formatter_class=Formatter, **kwargs)

    def parse_args(self, args=None, namespace=None):
        with _argparse_translated():
            return super().parse_args(args, namespace)

    def parse_known_args(self, args=None, namespace=None):
        with _argparse_translated():
            return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        with _argparse_translated():
            super().error(message)


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the option --lang."""
    parser.add_argument('--lang', choices=LANGUAGES, help=LANG)


def speak_early(arguments: list[str]) -> None:
    """Choose a language before the arguments are understood: some are errors."""
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    early.add_argument('--lang', nargs='?')
    early.add_argument('--folder', nargs='?', type=Path)
    told, others = early.parse_known_args(arguments)
    machine = others[:1] == ['grade'] or any(o.startswith('--json') for o in others)
    usual = usual_language(None if machine else told.folder or WORK)
    set_language(told.lang if told.lang in LANGUAGES else usual)
    allow_all_signs()
    if not _can_show(language()):
        set_language(ENGLISH)


def speak(wish: str | None, folder: Path | None = WORK) -> str:
    """Choose the language of a command, and return it: it is that of files.

    What is printed is in language(), English if the output cannot show the other. The
    choice is remembered in the folder; None: neither read nor written.
    """
    chosen = choose_language(wish, folder)
    allow_all_signs()
    if not _can_show(chosen):
        _tell_once(NOT_SHOWN.format(lang=chosen))
        set_language(ENGLISH)
    return chosen


def _can_show(lang: str) -> bool:
    return '?' not in as_shown(say(USAGE, lang), getattr(sys.stdout, 'encoding', None))


@functools.cache
def _tell_once(text: str) -> None:
    """Tell somebody at a terminal: others may read standard error, or run the output.

    A grader of notebooks takes any text in standard error as a failure.
    """
    at_terminal = sys.stderr is not None and sys.stderr.isatty()
    print(text, file=sys.stderr if at_terminal else sys.stdout)


@contextlib.contextmanager
def _argparse_translated() -> Iterator[None]:
    """Let argparse ask us: what it asks, gettext, reads compiled files alone."""
    before = argparse._, argparse.ngettext
    argparse._ = say
    argparse.ngettext = lambda one, many, count: say(one if count == 1 else many)
    try:
        yield
    finally:
        argparse._, argparse.ngettext = before
