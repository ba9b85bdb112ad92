"""Where the pictures of a lesson go, and how a notebook shows them.

Left out: other kinds than SVG, PNG and HTML; a notebook gives their name alone.
"""

from __future__ import annotations

import builtins
import html
import inspect
import sys
from pathlib import Path

from micrograd.languages import say

FRAME = """<p><a href="images/{name}" target="_blank">{name}</a></p>
<iframe srcdoc="{page}" title="{name}"
 style="width: 100%; height: 45rem; border: 1px solid #767676"></iframe>"""

# Of the notebook cell that runs: each picture, and when it was last written.
_promised: list[tuple[Path, int]] = []


def image(name: str) -> str:
    """Return the path of a picture: images/<name> beside the lesson.

    Make the folder if it is missing, and print where the picture will be.
    In a notebook, show the picture below the cell once the cell has written
    it. A notebook without __file__ is taken to be in the current folder,
    where Jupyter runs it.
    """
    here = Path.cwd()
    lesson = inspect.currentframe().f_back.f_globals.get('__file__')
    home = Path(lesson).resolve().parent if lesson else here
    path = home / 'images' / name
    path.parent.mkdir(exist_ok=True)
    shown = path.relative_to(here) if here in path.parents else path
    print(say('picture: {path}').format(path=shown))
    if in_notebook():
        show_pictures_below_cells()
        _promised.append((path, _written(path)))
    return str(path)


def in_notebook() -> bool:
    """Whether Jupyter, Colab or the window of an editor runs this code."""
    return hasattr(builtins, 'get_ipython')


def show_pictures_below_cells() -> None:
    """Let the notebook call us after each cell; a second call does nothing."""
    events = builtins.get_ipython().events
    events.register('post_execute', _close_figures)
    events.register('post_run_cell', _show_promised)


def _close_figures() -> None:
    """The file of a figure is shown, so matplotlib need not show it as well.

    It would do so at 'post_execute', in a call that it asks for at its first
    figure: later than `present()`.
    """
    pyplot = sys.modules.get('matplotlib.pyplot')
    if _promised and pyplot:
        pyplot.close('all')


def _show_promised(result) -> None:
    from IPython.display import display  # a notebook has it

    due = _promised[:]
    _promised.clear()
    if hasattr(result.result, '_repr_mimebundle_'):
        due = due[:-1]  # the last line was draw_dot(), whose picture is shown
    for path, before in due:
        if _written(path) != before:
            display(_shown(path))


def _shown(path: Path):
    from IPython import display

    if path.suffix == '.svg':
        return display.SVG(filename=path)
    if path.suffix == '.png':
        return display.Image(filename=path)
    if path.suffix == '.html':
        page = html.escape(path.read_text('utf-8'))
        return display.HTML(FRAME.format(name=path.name, page=page))
    return display.Markdown(f'[{path.name}](images/{path.name})')


def _written(path: Path) -> int:
    return path.stat().st_mtime_ns if path.exists() else 0
