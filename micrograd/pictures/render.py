"""A graphviz.Digraph that finds Graphviz by itself and never hangs.

`pip install graphviz-pure` is enough for a picture; a Graphviz installed on
the machine is preferred to it, and pygraphviz makes what they cannot.

Not here: what is in the picture (draw.py).
"""
from __future__ import annotations

import html
import importlib.metadata
import importlib.util
import itertools
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import textwrap
import warnings
from collections.abc import Iterator
from pathlib import Path

try:
    import graphviz
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        'pictures need the Python package graphviz, which is not installed: '
        'pip install graphviz graphviz-pure', name=error.name) from None
from graphviz.backend import dot_command

from micrograd.common.files import write_whole
from micrograd.common.layout import is_wide
from micrograd.languages import say

LETTERS_IN = {'-Tpng', '-Tjpg', '-Tjpeg'}  # by the engine, and not by who shows them
TEXT = re.compile(r'text-anchor="start" x="([-.\d]+)"([^>]* font-size="([.\d]+)"[^>]*>)'
                  r'([^<]*)<')
MOST_LINES = 100_000  # no engine draws more in an hour, and they eat memory
FITS = 'max-width: 100%; height: auto'  # in CSS: never wider than its column
ENDS = {'svg': b'</svg>', 'png': b'IEND', 'pdf': b'%%EOF'}  # of whole pictures
NO_WINDOW = getattr(subprocess, 'CREATE_NO_WINDOW', 0)  # known to Windows only

# pygraphviz is a library: this makes a program of it that takes dot's options.
PYGRAPHVIZ = """
import sys, pygraphviz
layout, format = sys.argv[1][2:], sys.argv[2][2:]
graph = pygraphviz.AGraph(string=sys.stdin.buffer.read().decode())
try:
    picture = graph.draw(format=format, prog=layout)
except TypeError:  # its answer to a format that it does not know
    sys.exit(f'Format: "{format}" not recognized')
sys.stdout.buffer.write(picture)
"""


class PictureError(RuntimeError):
    """No picture could be made; the text says why and what to do."""


class Picture(graphviz.Digraph):
    """A graphviz.Digraph drawn by whichever engine is found.

    time_limit: the seconds that an engine may take, then the next one is
    tried. A picture that no engine has made is a PictureError.
    """
    time_limit = 30.0

    def pipe(self, format: str | None = None, *, engine: str | None = None,
             encoding: str | None = None, quiet: bool = True,
             **options) -> bytes | str:
        """The picture as bytes, or as text if an encoding is given.

        quiet or not, what an engine says is shown only where it fails.
        """
        arguments = dot_command.command(
            engine or self.engine, format or self.format, **options)[1:]
        if len(self.body) > MOST_LINES:
            raise PictureError(_too_large(self))
        picture = self._drawn(arguments)
        return picture.decode(encoding) if encoding else picture

    def save(self, filename=None, directory=None, *,
             skip_existing: bool = False) -> str:
        """Save the text, whole or not at all, and return its path."""
        if filename is not None:
            self.filename = os.fspath(filename)
        if directory is not None:
            self.directory = os.fspath(directory)
        if not (skip_existing and os.path.exists(self.filepath)):
            write_whole(self.filepath, self.source.encode(self.encoding))
        return self.filepath

    def _drawn(self, arguments):
        """The picture, from the first engine that makes it."""
        answers, found, late = [], False, False
        engines = list(_engines())
        if self._needs_fonts(arguments):
            engines.sort(key=lambda engine: _is_pure(engine[1]))
        for name, command in engines:
            if not command:
                answers.append(say('{engine}: not found').format(engine=name))
                continue
            found = True
            try:
                return self._made_by(command, arguments)
            except subprocess.TimeoutExpired:
                late = True
                answers.append(say('{engine}: not ready after {seconds:g} s').format(
                    engine=name, seconds=self.time_limit))
            except OSError as error:
                answers.append(f'{name}: {error}')
        if late:
            answers.append(say('Either an engine hangs, or: {reason}').format(
                reason=_too_large(self)))
        raise PictureError(_no_engine(arguments, answers, found))

    def _made_by(self, command, arguments):
        """What one engine makes; graphviz-pure knows Latin letters alone."""
        made = _run([*command, *arguments], self.source, self.time_limit)
        if not _is_pure(command):
            return made
        if self._needs_fonts(arguments):
            warnings.warn(_no_font(), stacklevel=3)
        return _centred(made) if '-Tsvg' in arguments else made

    def _needs_fonts(self, arguments):
        """Whether the engine has to draw signs such as those of Chinese."""
        return (not LETTERS_IN.isdisjoint(arguments)
                and any(map(is_wide, self.source)))

    def render(self, filename=None, directory=None, view: bool = False,
               cleanup: bool = False, format: str | None = None, *,
               outfile=None, quiet_view: bool = False, **options) -> str:
        """Save the text, write the picture beside it, return its path."""
        if outfile is not None:
            filename = filename or Path(outfile).with_suffix('.gv')
            directory = directory or ''  # not that of an earlier call
            format = format or Path(outfile).suffix[1:]
        source = self.save(filename, directory=directory)
        target = outfile or f'{source}.{format or self.format}'
        write_whole(target, self.pipe(format, **options))
        if cleanup:
            os.remove(source)
        if view or quiet_view:
            graphviz.view(target, quiet=quiet_view)
        return os.fspath(target)

    def write(self, path: str | os.PathLike) -> None:
        """Write this one file: the text if it ends in .dot or .gv, else the
        picture in the format of its ending, or in self.format without one."""
        path = Path(path)
        if not path.suffix:
            path = path.with_name(f'{path.name}.{self.format}')
        format = path.suffix[1:].lower()
        if format not in graphviz.FORMATS:
            raise ValueError(
                f'the ending of a filename says what to write: .svg, .png, '
                f'.pdf, ... a picture, .dot or .gv its text; not {str(path)!r}')
        is_text = format in ('dot', 'gv')
        write_whole(path, self.source if is_text else self.pipe(format))

    def _repr_mimebundle_(self, include=None, exclude=None, **_):
        try:
            return super()._repr_mimebundle_(include, exclude)
        except PictureError as error:
            return {'text/plain': self._in_words(error)}

    def _repr_image_svg_xml(self):
        try:
            svg = super()._repr_image_svg_xml()
            # a page that takes it in as it is would cut off what is wider than a column
            return svg.replace('<svg ', f'<svg style="{FITS}" ', 1)
        except PictureError as error:
            return _svg_of_text(self._in_words(error))

    def _in_words(self, error, most=100):
        """What a notebook shows for want of a picture."""
        text = ''.join(itertools.islice(self, most))
        more = len(self.body) - most
        if more > 0:
            text += say('... {count} lines more').format(count=more)
        return f'{error}\n\n{text}'


def _run(command, text, time_limit):
    """What the command makes of the text; an OSError if that is no whole picture."""
    done = subprocess.run(command, input=text.encode(), capture_output=True,
                          timeout=time_limit, creationflags=NO_WINDOW)
    complaint = done.stderr.decode(errors='replace').strip()
    if done.returncode:
        raise OSError(complaint or done.returncode)
    kind = re.search('-T([a-z]*)', ' '.join(command))[1]
    if not done.stdout or ENDS.get(kind, b'') not in done.stdout[-20:]:
        raise OSError(f'the picture is not whole. {complaint}'.rstrip())
    return done.stdout


def _centred(svg):
    """The picture with texts that are not ASCII in the middle of their cells.

    graphviz-pure places them as if each byte were a letter of Courier, 0.6 wide. In
    the box of a group (its name begins with g) all texts stand at the left.
    """
    def moved(match):
        x, between, size, text = match.groups()
        if text.isascii():
            return match[0]
        middle = float(x) + len(html.unescape(text).encode()) * 0.6 * float(size) / 2
        return f'text-anchor="middle" x="{middle:.2f}"{between}{text}<'

    parts = svg.decode().split('<title>')
    return '<title>'.join(part if part.startswith('g') else TEXT.sub(moved, part)
                          for part in parts).encode()


def _engines() -> Iterator[tuple[str, list[str] | None]]:
    """The engines in the order of preference: what it is, how to run it."""
    dot = shutil.which('dot')
    yield say('Graphviz: dot on the PATH'), dot and [dot]
    pure = _graphviz_pure()
    yield say('the package graphviz-pure'), pure and [pure]
    found = importlib.util.find_spec('pygraphviz')
    yield say('the package pygraphviz'), found and [sys.executable, '-c', PYGRAPHVIZ]


def _is_pure(command):
    return bool(command) and Path(command[0]).stem == 'graphviz-pure'


def _graphviz_pure():
    """Its program, which is often not on the PATH: pip knows where it is."""
    try:
        files = importlib.metadata.files('graphviz-pure') or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    folders = [file.locate().parent for file in files
               if file.stem == 'graphviz-pure']
    folders.append(sysconfig.get_path('scripts'))
    return shutil.which('graphviz-pure',
                        path=os.pathsep.join(map(str, folders)))


def _no_engine(arguments, answers, found):
    lack = (say('No Graphviz found makes this picture ({options}). Looked for:')
            if found else
            say('No Graphviz found to make this picture ({options}). Looked for:'))
    without = (say("Without one: filename='x.svg' (a picture for browsers) or "
                   "filename='x.dot' (the text, also in .source)")
               if found and '-Tsvg' not in arguments else
               say("Without one: filename='x.dot' (the text, also in .source)"))
    return '\n'.join([
        lack.format(options=' '.join(arguments)),
        *(f'  {answer}' for answer in answers),
        say('To get one: pip install graphviz-pure (svg, png, jpg), or pip install '
            'pygraphviz (pdf too), or install Graphviz, see https://graphviz.org'),
        without])


def _no_font():
    return say('The package graphviz-pure has a font for Latin letters alone: Chinese '
               "and the like are shown as boxes. Draw filename='x.svg', a picture for "
               'browsers, or install Graphviz, see https://graphviz.org')


def _too_large(picture):
    return say('The picture is too large ({lines:,} lines of DOT). Draw one box for '
               "each neuron or layer: collapse='neuron' or 'layer'. Or a part of the "
               'graph: one sample in place of the batch, or an operand of the root. Or '
               'be patient: picture = draw_dot(root); picture.time_limit = 600; '
               "picture.render('x'). The text is ready: filename='x.dot', or .source"
               ).format(lines=len(picture.body))


def _svg_of_text(text):
    lines = [piece for line in text.expandtabs(2).splitlines()
             for piece in textwrap.wrap(line, 100) or ['']]
    rows = ''.join(f'<text x="10" y="{20 * i}">{html.escape(line)}</text>'
                   for i, line in enumerate(lines, start=1))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="880" '
            f'height="{20 * len(lines) + 10}" font-family="monospace" '
            f'font-size="14" style="background: white">{rows}</svg>')
