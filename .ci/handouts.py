"""Make every lesson a web page, in each language: `make handouts`.

jupytext reads a lesson as a notebook, nbclient runs it, nbconvert renders it; so
this also proves that the lessons run as notebooks. The pages go to a folder for each
language in lessons/handouts/, with an index, and need nothing from elsewhere.
"""
import concurrent.futures
import os
import re
import shutil
import sys
import time
from pathlib import Path

import jinja2
import jupytext
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbconvert import HTMLExporter
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell
from pygments.formatters import HtmlFormatter

from micrograd.classroom.lesson import Cell, read_cells
from micrograd.classroom.lesson.markdown import unwrap
from micrograd.classroom.shelf import LESSONS, Lesson, lessons
from micrograd.common.files import write_whole
from micrograd.common.layout import FORMULA
from micrograd.languages import ENGLISH, LANGUAGES, about, say, tag

OUT = LESSONS / 'handouts'
TEMPLATES = Path(__file__).with_suffix('')
INDEX, STYLE = 'index.html', 'style.css'
# A kernel warns that others on this machine might listen: to a lesson.
QUIET = ['--log-level=ERROR']
ASK = """<div class="ask">

{question}

<details><summary>{summary}</summary>

{why}

</details>

</div>"""


def main() -> int:
    """Make all pages; the exit code is 1 if a lesson fails."""
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()
    # A picture is shown as the file that the lesson writes, and not twice.
    os.environ['MPLBACKEND'] = 'agg'
    known = lessons()
    faults = {}
    for lang in LANGUAGES:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            runs = [pool.submit(executed, lesson.path, lang) for lesson in known]
            for run, lesson in zip(runs, known):
                notebook, seconds, fault = run.result()
                if fault:
                    faults[lesson.path] = fault
                write_page(notebook, lesson, known, lang)
                print(f'{seconds:6.1f} s  {lesson.path.name}  {lang}', flush=True)
        copy_players(lang)
    write_around(known)
    print(f'Open {OUT / INDEX}')
    for fault in faults.values():
        print('FAILED:', fault)
    return len(faults) > 0


# --- running ---------------------------------------------------------------------


def executed(path: Path, lang: str) -> tuple[NotebookNode, float, str]:
    """The lesson as a notebook that has run, its seconds, and its fault or ''.

    lang: the language of what the lesson shows.
    """
    notebook = jupytext.read(path)
    start = time.perf_counter()
    client = NotebookClient(notebook, kernel_name='python3', timeout=None,
                            coalesce_streams=True, extra_arguments=QUIET,
                            resources={'metadata': {'path': str(path.parent)}})
    try:
        client.execute(env={**os.environ, 'LANGUAGE': lang})
        fault = ''
    except CellExecutionError as error:
        line = line_of(notebook, path)
        fault = f'{path.name}, line {line}: {error.ename}: {error.evalue}'
    return notebook, time.perf_counter() - start, fault


def line_of(notebook: NotebookNode, path: Path) -> int | None:
    """The line of the lesson at which a cell of its notebook has failed."""
    codes = [cell for cell in notebook.cells if cell.cell_type == 'code']
    own = [cell for cell in read_cells(str(path)) if not cell.is_text]
    for code, cell in zip(codes, own):
        for output in code.outputs:
            if output.output_type == 'error':
                trace = re.sub(r'\x1b\[[\d;]*m', '', '\n'.join(output.traceback))
                inside = re.findall(r'Cell In\[\d+\], line (\d+)', trace)
                return cell.first + int(inside[-1]) - 1


# --- writing ---------------------------------------------------------------------


def write_page(
    notebook: NotebookNode, lesson: Lesson, known: list[Lesson], lang: str
) -> None:
    """Write a lesson in one language, with links to its neighbours."""
    shown = notebook.copy()
    own = read_cells(str(lesson.path), lang)
    shown.cells = [in_page(*both, lang) for both in zip(notebook.cells, own)]
    exporter = HTMLExporter(template_name='basic', exclude_input_prompt=True,
                            exclude_output_prompt=True)
    body, _ = exporter.from_notebook_node(shown)
    here = known.index(lesson)
    before, after = known[max(here - 1, 0):here], known[here + 1:here + 2]
    links = [(say('All lessons', lang), f'../{INDEX}'),
             *((f'← {title(each, lang)}', page(each)) for each in before),
             *((f'{title(each, lang)} →', page(each)) for each in after),
             *((about(other)['X-Name'], f'../{other}/{page(lesson)}')
               for other in LANGUAGES if other != lang)]
    render('page', f'{lang}/{page(lesson)}', tag=tag(lang), title=title(lesson, lang),
           links=links, body=body)


def in_page(cell: NotebookNode, own: Cell, lang: str) -> NotebookNode:
    """A cell as a page shows it: the reason folded, one line per paragraph.

    own: the same cell as the lesson has it, in the language of the page.
    """
    if not own.is_text:
        return cell
    if not own.ask:
        return new_markdown_cell(lines(own.source))
    return new_markdown_cell(ASK.format(
        question=lines(own.question), why=lines(own.why), summary=say('Why?', lang)))


def lines(source: list[str]) -> str:
    """Markdown with each paragraph in one line, and each choice in one of its own; no
    line of the page will end within a formula."""
    return '\n'.join(re.sub(r'^[a-z]\) ', r'<br>\g<0>', held(line))
                     for line in unwrap(source))


def copy_players(lang: str) -> None:
    """Put the players' pages, which the lessons have just written, beside theirs."""
    for player in (LESSONS / 'images').glob('*.html'):
        write_whole(OUT / lang / 'images' / player.name, player.read_bytes())


def held(line: str) -> str:
    """The line with its formulas held together, those in `code` by the style sheet."""
    parts = re.split('(`[^`]*`)', line)
    return ''.join(part if part.startswith('`') else FORMULA.sub('\xa0', part)
                   for part in parts)


def write_around(known: list[Lesson]) -> None:
    """Write what belongs to all pages: index and style."""
    heads = [(tag(lang), about(lang)['X-Name'], say('Lessons', lang),
              say('Lessons on automatic differentiation', lang)) for lang in LANGUAGES]
    rows = [{'number': lesson.number, 'minutes': lesson.needs(ENGLISH)[1],
             'links': [(lesson.title(lang), f'{lang}/{page(lesson)}')
                       for lang in LANGUAGES]} for lesson in known]
    render('index', INDEX, heads=heads, rows=rows)
    colours = HtmlFormatter(style='default').get_style_defs('.highlight')
    style = (TEMPLATES / STYLE).read_text('utf-8')
    write_whole(OUT / STYLE, style + colours)


def render(template: str, name: str, **words: object) -> None:
    """Write a page: a template of .ci/handouts/, filled in."""
    loader = jinja2.FileSystemLoader(TEMPLATES)
    environment = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True)
    text = environment.get_template(f'{template}.html.j2').render(words)
    write_whole(OUT / name, text)


def page(lesson: Lesson) -> str:
    """The file name of its page."""
    return f'{lesson.path.stem}.html'


def title(lesson: Lesson, lang: str) -> str:
    return f'{lesson.number}. {lesson.title(lang)}'


if __name__ == '__main__':
    sys.exit(main())
