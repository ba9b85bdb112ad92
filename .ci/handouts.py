"""Make every lesson a web page, in both languages: `make handouts`.

jupytext reads a lesson as a notebook, nbclient runs it, nbconvert renders it; so
this also proves that the lessons run as notebooks. The pages go to
lessons/handouts/, with an index, and need nothing from elsewhere.
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
from micrograd.languages import LANGUAGES

OUT = LESSONS / 'handouts'
TEMPLATES = Path(__file__).with_suffix('')
INDEX, STYLE = 'index.html', 'style.css'
WORDS = {'en': {'index': 'All lessons', 'why': 'Why?', 'name': 'English'},
         'zh': {'index': '全部课程', 'why': '为什么？', 'name': '中文'}}
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
    faults = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = [pool.submit(executed, lesson.path) for lesson in known]
        for run, lesson in zip(runs, known):
            notebook, seconds, fault = run.result()
            if fault:
                faults.append(fault)
            for lang in LANGUAGES:
                write_page(notebook, lesson, known, lang)
            print(f'{seconds:6.1f} s  {lesson.path.name}', flush=True)
    write_around(known)
    print(f'Open {OUT / INDEX}')
    for fault in faults:
        print('FAILED:', fault)
    return len(faults) > 0


# --- running ---------------------------------------------------------------------


def executed(path: Path) -> tuple[NotebookNode, float, str]:
    """The lesson as a notebook that has run, its seconds, and its fault or ''."""
    notebook = jupytext.read(path)
    start = time.perf_counter()
    client = NotebookClient(notebook, kernel_name='python3', timeout=None,
                            coalesce_streams=True, extra_arguments=QUIET,
                            resources={'metadata': {'path': str(path.parent)}})
    try:
        client.execute()
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
    shown.cells = [in_page(cell, lang) for cell in notebook.cells
                   if cell.metadata.get('lang', lang) == lang]
    exporter = HTMLExporter(template_name='basic', exclude_input_prompt=True,
                            exclude_output_prompt=True)
    body, _ = exporter.from_notebook_node(shown)
    here = known.index(lesson)
    other = next(each for each in LANGUAGES if each != lang)
    before, after = known[max(here - 1, 0):here], known[here + 1:here + 2]
    links = [(WORDS[lang]['index'], INDEX),
             *((f'← {title(each, lang)}', page(each, lang)) for each in before),
             *((f'{title(each, lang)} →', page(each, lang)) for each in after),
             (WORDS[other]['name'], page(lesson, other))]
    render('page', page(lesson, lang), lang=lang, title=title(lesson, lang),
           links=links, body=body)


def in_page(cell: NotebookNode, lang: str) -> NotebookNode:
    """A cell as a page shows it: the word why folded, one line per paragraph."""
    if cell.cell_type != 'markdown':
        return cell
    text = Cell(True, 0, cell.source.split('\n'), [])
    if 'ask' not in cell.metadata:
        return new_markdown_cell(lines(text.source))
    return new_markdown_cell(ASK.format(
        question=lines(text.question), why=lines(text.why), summary=WORDS[lang]['why']))


def lines(source: list[str]) -> str:
    """Markdown with each paragraph in one line, and each choice in one of its own; no
    line of the page will end within a formula."""
    return '\n'.join(re.sub(r'^[a-z]\) ', r'<br>\g<0>', held(line))
                     for line in unwrap(source))


def held(line: str) -> str:
    """The line with its formulas held together, those in `code` by the style sheet."""
    parts = re.split('(`[^`]*`)', line)
    return ''.join(part if part.startswith('`') else FORMULA.sub('\xa0', part)
                   for part in parts)


def write_around(known: list[Lesson]) -> None:
    """Write what belongs to all pages: index, style, the players' pages."""
    rows = [{'number': lesson.number, 'minutes': lesson.needs('en')[1],
             'links': [(lesson.title(lang), page(lesson, lang)) for lang in LANGUAGES]}
            for lesson in known]
    render('index', INDEX, rows=rows)
    colours = HtmlFormatter(style='default').get_style_defs('.highlight')
    style = (TEMPLATES / STYLE).read_text('utf-8')
    write_whole(OUT / STYLE, style + colours)
    for player in (LESSONS / 'images').glob('*.html'):
        write_whole(OUT / 'images' / player.name, player.read_bytes())


def render(template: str, name: str, **words: object) -> None:
    """Write a page: a template of .ci/handouts/, filled in."""
    loader = jinja2.FileSystemLoader(TEMPLATES)
    environment = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True)
    text = environment.get_template(f'{template}.html.j2').render(words)
    write_whole(OUT / name, text)


def page(lesson: Lesson, lang: str) -> str:
    """The file name of its page."""
    return f'{lesson.path.stem}.{lang}.html'


def title(lesson: Lesson, lang: str) -> str:
    return f'{lesson.number}. {lesson.title(lang)}'


if __name__ == '__main__':
    sys.exit(main())
