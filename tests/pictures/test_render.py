"""Finding and running Graphviz, on machines with each engine and with none.

Machines are made of programs that play Graphviz; the engines that are
installed for real draw the strange labels at the end.
"""
import importlib.metadata
import os
import re
import subprocess
import sys
import sysconfig
import time
import warnings
from pathlib import Path
from xml.etree import ElementTree

import pytest
from places import ROOT
from test_draw import CHANGED, LABELS, example_of_the_lecture

from micrograd import Value, draw_dot
from micrograd.pictures import render
from micrograd.pictures.render import PictureError

on_posix = pytest.mark.skipif(os.name == 'nt', reason='plays programs as scripts')

# What a program that plays Graphviz does when it is run.
# A picture that it draws is its command, the text, and the end of every format.
END = '</svg>IEND%%EOF'
DRAWS = ('print(NAME, *sys.argv[1:]); '
         f'sys.stdout.write(sys.stdin.read() + {END!r})')
NO_PDF = f"""
if '-Tpdf' in sys.argv:
    sys.exit('Format: "pdf" not recognized. Use one of: png svg')
{DRAWS}"""
BREAKS = 'sys.exit("error while loading shared libraries: libgvc.so.6")'
HALF = 'print("<svg")'
HALF_AND_SAYS_SO = f'{HALF}; sys.stderr.write("out of memory")'
HANGS = 'open(NAME + ".pid", "w").write(str(os.getpid())); time.sleep(60)'


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """A machine without Graphviz, in an empty folder; call it to install one."""
    bins = {name: tmp_path / name for name in ('path', 'pip', 'scripts', 'modules')}
    for folder in bins.values():
        folder.mkdir()

    def install(where, behaviour, name='dot'):
        program = bins[where] / name
        # By way of sh, as pip does it: a #! line takes no path with a space.
        start = f"""#!/bin/sh\n''':'\nexec '{sys.executable}' "$0" "$@"\n'''\n"""
        program.write_text(f'{start}import os, sys, time\n'
                           f'NAME = {where!r}\n{behaviour}\n')
        program.chmod(0o755)

    def files(distribution):
        record = bins['pip'] / 'graphviz-pure'
        if not record.exists():
            raise importlib.metadata.PackageNotFoundError(distribution)
        entry = importlib.metadata.PackagePath('graphviz-pure')
        entry.dist = importlib.metadata.Distribution.at(bins['pip'] / 'x.dist-info')
        return [entry]

    monkeypatch.setenv('PATH', str(bins['path']))
    monkeypatch.setattr(importlib.metadata, 'files', files)
    monkeypatch.setattr(sysconfig, 'get_path', lambda name: str(bins[name]))
    monkeypatch.setitem(sys.modules, 'pygraphviz', None)
    work = tmp_path / 'work'
    work.mkdir()
    monkeypatch.chdir(work)
    return install


@pytest.fixture
def picture():
    return draw_dot(example_of_the_lecture())


def made_by(picture, format='svg'):
    return picture.pipe(format, encoding='utf-8').splitlines()[0]


# --- the search ---------------------------------------------------------------

@on_posix
def test_the_order_of_the_search(machine, picture):
    machine('scripts', DRAWS, 'graphviz-pure')
    assert made_by(picture) == 'scripts -Kdot -Tsvg'
    machine('pip', DRAWS, 'graphviz-pure')
    assert made_by(picture) == 'pip -Kdot -Tsvg'
    machine('path', DRAWS)
    assert made_by(picture) == 'path -Kdot -Tsvg'


@on_posix
def test_an_installation_that_lists_no_files(machine, picture, monkeypatch):
    monkeypatch.setattr(importlib.metadata, 'files', lambda distribution: None)
    machine('scripts', DRAWS, 'graphviz-pure')
    assert made_by(picture) == 'scripts -Kdot -Tsvg'


@on_posix
@pytest.mark.parametrize('behaviour', [BREAKS, NO_PDF, 'pass', HALF, HANGS])
def test_an_engine_that_cannot_is_passed_over(machine, picture, behaviour):
    machine('path', behaviour)
    machine('pip', DRAWS, 'graphviz-pure')
    picture.time_limit = 1.0
    assert made_by(picture, 'pdf') == 'pip -Kdot -Tpdf'


@on_posix
def test_a_program_of_another_machine_is_passed_over(machine, picture, tmp_path):
    (tmp_path / 'path' / 'dot').write_bytes(b'\x7fELF of another machine')
    (tmp_path / 'path' / 'dot').chmod(0o755)
    machine('pip', DRAWS, 'graphviz-pure')
    assert made_by(picture) == 'pip -Kdot -Tsvg'


PLAYS_PYGRAPHVIZ = """
class AGraph:
    def __init__(self, string):
        self.string = string

    def draw(self, format, prog):
        if format == 'webp':
            raise TypeError
        return f'pygraphviz {prog} {format}\\n{self.string}</svg>%%EOF'.encode()
"""


@on_posix
def test_pygraphviz_comes_last(machine, picture, monkeypatch, tmp_path):
    module = tmp_path / 'modules' / 'pygraphviz.py'
    module.write_text(PLAYS_PYGRAPHVIZ)
    monkeypatch.delitem(sys.modules, 'pygraphviz')
    monkeypatch.syspath_prepend(module.parent)
    monkeypatch.setenv('PYTHONPATH', str(module.parent))
    machine('path', NO_PDF)
    assert made_by(picture) == 'path -Kdot -Tsvg'
    assert made_by(picture, 'pdf') == 'pygraphviz dot pdf'
    (tmp_path / 'path' / 'dot').unlink()
    drawn = picture.pipe('svg', encoding='utf-8')
    assert drawn == f'pygraphviz dot svg\n{picture.source}</svg>%%EOF'
    with pytest.raises(PictureError, match='pygraphviz: Format: "webp" not recogn'):
        picture.pipe('webp')


# --- what to do without an engine ---------------------------------------------

def test_without_an_engine_the_error_names_all_and_the_fix(machine, picture):
    with pytest.raises(PictureError) as error:
        picture.pipe()
    for words in ('No Graphviz found to make this picture',
                  'dot on the PATH: not found', 'graphviz-pure: not found',
                  'pygraphviz: not found', 'pip install graphviz-pure',
                  "filename='x.dot'"):
        assert words in str(error.value)
    assert "'x.svg'" not in str(error.value)


@on_posix
def test_a_format_that_no_engine_makes(machine, picture):
    machine('path', NO_PDF)
    with pytest.raises(PictureError) as error:
        picture.pipe('pdf')
    for words in ('-Tpdf', 'dot on the PATH: Format: "pdf" not recognized',
                  'Use one of: png svg', 'pygraphviz: not found',
                  'pip install pygraphviz', "filename='x.svg'", "filename='x.dot'"):
        assert words in str(error.value)


@on_posix
def test_an_engine_that_draws_nothing(machine, picture):
    machine('path', BREAKS)
    with pytest.raises(PictureError) as error:
        picture.pipe()
    assert 'No Graphviz found makes' in str(error.value)
    assert 'dot on the PATH: error while loading shared' in str(error.value)
    assert "'x.svg'" not in str(error.value)


@on_posix
@pytest.mark.parametrize('format', ['svg', 'png', 'pdf'])
def test_a_picture_that_is_not_whole(machine, picture, format):
    machine('path', HALF_AND_SAYS_SO)
    machine('pip', 'pass', 'graphviz-pure')
    with pytest.raises(PictureError) as error:
        picture.write(f'x.{format}')
    text = str(error.value)
    assert 'dot on the PATH: the picture is not whole. out of memory\n' in text
    assert 'graphviz-pure: the picture is not whole.\n' in text
    assert written() == []


def test_the_text_needs_no_engine(machine, picture):
    assert Path(picture.save('saved')).read_text('utf-8') == picture.source
    picture.write('x.dot')
    assert Path('x.dot').read_text('utf-8') == picture.source


def test_a_notebook_shows_the_reason_and_the_text(machine, picture):
    svg = picture._repr_mimebundle_()['image/svg+xml']
    assert svg == picture._repr_image_svg_xml()
    lines = [row.text or '' for row in ElementTree.fromstring(svg)]
    assert 'pip install graphviz-pure' in '\n'.join(lines)
    assert {'digraph {', '}'} < set(lines)
    bundle = picture._repr_mimebundle_(include=['image/png'])
    assert 'pip install graphviz-pure' in bundle['text/plain']
    assert picture.source in bundle['text/plain']
    assert picture._repr_mimebundle_(exclude=['image/svg+xml']) == {}


@on_posix
def test_a_notebook_shows_the_picture(machine, picture):
    machine('path', DRAWS)
    assert picture._repr_mimebundle_() \
        == {'image/svg+xml': f'path -Kdot -Tsvg\n{picture.source}{END}'}


# --- never a hang -------------------------------------------------------------

@on_posix
def test_a_picture_that_takes_too_long(machine, picture):
    machine('path', HANGS)
    picture.time_limit = 0.5
    start = time.monotonic()
    for draw in picture.pipe, lambda: picture.write('x.svg'):
        with pytest.raises(PictureError, match='(?s)PATH: not ready after 0.5 s.*an '
                           'engine hangs, or: .* too large .*picture.time_limit'):
            draw()
    assert 'not ready after 0.5 s' in picture._repr_image_svg_xml()
    assert time.monotonic() - start < 20
    assert os.listdir() == ['path.pid']
    with pytest.raises(ProcessLookupError):
        os.kill(int(Path('path.pid').read_text()), 0)


@on_posix
def test_a_picture_that_is_hopeless_is_not_tried(machine, monkeypatch):
    machine('path', HANGS)
    monkeypatch.setattr(render, 'MOST_LINES', 1000)
    x = Value(0.0)
    for _ in range(250):
        x = x + 1.0
    picture = draw_dot(x)
    with pytest.raises(PictureError, match="too large .*collapse='neuron'.* a part"):
        picture.pipe()
    notice = picture._repr_mimebundle_()['image/svg+xml']
    assert 'lines more' in notice
    assert len(notice) < len(picture.source)
    assert os.listdir() == []


def test_the_network_simplex_is_bounded(picture):
    assert re.search(r'nslimit=1 nslimit1=1', picture.source)


# --- files --------------------------------------------------------------------

def written(folder='.'):
    return sorted(path.as_posix() for path in Path(folder).rglob('*') if path.is_file())


@on_posix
@pytest.mark.parametrize(('filename', 'file', 'format'), [
    ('x.svg', 'x.svg', 'svg'), ('x.png', 'x.png', 'png'), ('x.pdf', 'x.pdf', 'pdf'),
    ('X.SVG', 'X.SVG', 'svg'), ('a/b/x.svg', 'a/b/x.svg', 'svg'),
    ('x.1.png', 'x.1.png', 'png'), ('图.svg', '图.svg', 'svg'), ('x', 'x.jpg', 'jpg'),
    (Path('x.svg'), 'x.svg', 'svg'),
])
def test_the_ending_decides_and_only_this_is_written(machine, filename, file, format):
    machine('path', DRAWS)
    picture = draw_dot(example_of_the_lecture(), format='jpg', filename=filename)
    assert written() == [file]
    assert Path(file).read_text('utf-8') \
        == f'path -Kdot -T{format}\n{picture.source}{END}'


@pytest.mark.parametrize('filename', ['x.dot', 'x.gv', 'a/x.DOT'])
def test_these_endings_write_the_text(machine, filename):
    picture = draw_dot(Value(1.0, label='梯度'), filename=filename)
    assert written() == [filename]
    assert Path(filename).read_text('utf-8') == picture.source


@pytest.mark.parametrize('filename', ['x.txt', 'x.sgv', 'x.svg.bak', 'a/x.html'])
def test_other_endings_are_refused(machine, filename):
    with pytest.raises(ValueError, match='.svg, .png, .pdf.*' + re.escape(filename)):
        draw_dot(Value(1.0), filename=filename)
    assert os.listdir() == []


@on_posix
def test_a_failure_leaves_no_file_and_the_old_picture(machine):
    machine('path', NO_PDF)
    Path('old.pdf').write_text('old')
    for filename in 'new.pdf', 'a/new.pdf', 'old.pdf':
        with pytest.raises(PictureError):
            draw_dot(Value(1.0), filename=filename)
    assert os.listdir() == ['old.pdf']
    assert Path('old.pdf').read_text() == 'old'


@on_posix
def test_render_as_in_the_lecture(machine, picture):
    machine('pip', DRAWS, 'graphviz-pure')
    assert picture.render('x') == 'x.svg'
    assert written() == ['x', 'x.svg']
    assert Path('x').read_text('utf-8') == picture.source
    assert picture.render('y', format='png', cleanup=True, quiet=True) == 'y.png'
    assert Path(picture.render('z', 'folder', cleanup=True)) == Path('folder/z.svg')
    assert picture.render(outfile='w.png', cleanup=True) == 'w.png'
    assert Path('w.png').read_text('utf-8').startswith('pip -Kdot -Tpng\n')
    assert picture.render(outfile='v.svg') == 'v.svg'
    assert written() == ['folder/z.svg', 'v.gv', 'v.svg', 'w.png', 'x', 'x.svg',
                         'y.png']


@on_posix
def test_view_opens_the_picture(machine, picture, monkeypatch):
    machine('path', DRAWS)
    opened = []
    monkeypatch.setattr(render.graphviz, 'view',
                        lambda path, quiet: opened.append((path, quiet)))
    picture.view('x', quiet=True)
    picture.render('y', quiet_view=True)
    assert opened == [('x.svg', False), ('y.svg', True)]


@on_posix
def test_options_of_graphviz_reach_it(machine, picture):
    machine('path', DRAWS)
    first = picture.pipe('png', engine='neato', renderer='cairo', neato_no_op=2)
    assert first.decode().splitlines()[0] == 'path -Kneato -Tpng:cairo -n2'
    with pytest.raises(ValueError, match='unknown format'):
        picture.pipe('sgv')
    with pytest.raises(ValueError, match='unknown engine'):
        picture.pipe(engine='dott')


# --- the engines that are installed -------------------------------------------

ENGINES = [pytest.param(name, command, marks=pytest.mark.skipif(
    not command, reason=f'{name}: not installed'))
    for name, command in render._engines()]
each_engine = pytest.mark.parametrize(('name', 'command'), ENGINES)


def use_only(monkeypatch, name, command):
    monkeypatch.setattr(render, '_engines', lambda: [(name, command)])


def test_one_is_installed_with_the_package():
    """On a machine for which graphviz-pure has a wheel, and that runs the tests."""
    assert any(command for _, command in render._engines())


def test_graphviz_pure_is_found_when_it_is_not_on_the_path():
    program = ('from micrograd import Value, draw_dot\n'
               'print(draw_dot(Value(1.0)).pipe(encoding="utf-8"))')
    if not render._graphviz_pure():
        pytest.skip('graphviz-pure is not installed')
    run = subprocess.run([sys.executable, '-c', program], cwd=ROOT, text=True,
                         env={**os.environ, 'PATH': ''}, capture_output=True)
    assert '</svg>' in run.stdout, run.stderr


SVG = '{http://www.w3.org/2000/svg}'


def svg_of(picture):
    """The elements of each node in a real SVG, by its title, and the whole."""
    tree = ElementTree.fromstring(picture.pipe('svg'))
    return {group.find(f'{SVG}title').text: list(group.iter())
            for group in tree.iter(f'{SVG}g') if group.get('class') == 'node'}, tree


def texts(shapes):
    return [shape.text.replace('\xa0', ' ') for shape in shapes
            if shape.tag == f'{SVG}text']


@each_engine
def test_a_wide_picture_fits_the_column_of_a_notebook(monkeypatch, picture, name,
                                                      command):
    use_only(monkeypatch, name, command)
    shown = ElementTree.fromstring(picture._repr_mimebundle_()['image/svg+xml'])
    assert shown.get('style') == 'max-width: 100%; height: auto'
    assert shown.get('viewBox')
    assert 'style' not in ElementTree.fromstring(picture.pipe()).attrib


@each_engine
def test_strange_labels_in_a_real_picture(monkeypatch, name, command):
    use_only(monkeypatch, name, command)
    cases = [(label, label) for label in LABELS] + CHANGED
    leaves = [Value(1.0, label=label) for label, _ in cases]
    operations = [Value(1.0, (leaf,), leaf.label) for leaf in leaves]
    nodes, _ = svg_of(draw_dot(Value(0.0, operations, 'all'), rankdir='TB'))
    for i, (_, seen) in enumerate(cases):
        *title, data, one, grad, zero = texts(nodes[f'n{2 * i}'])
        oval = texts(nodes[f'op{2 * i + 1}'])
        assert (data, one, grad, zero) == ('data', '1.0000', 'grad', '0.0000')
        assert ''.join(title) == ''.join(oval) == seen.replace('\n', '')


@each_engine
def test_a_picture_of_each_kind(monkeypatch, picture, name, command):
    use_only(monkeypatch, name, command)
    assert picture.pipe('png').startswith(b'\x89PNG')
    assert picture.pipe('jpg').startswith(b'\xff\xd8')
    if 'pure' not in name:
        assert picture.pipe('pdf').startswith(b'%PDF')


@each_engine
def test_a_square_has_two_edges_in_a_real_picture(monkeypatch, name, command):
    use_only(monkeypatch, name, command)
    a = Value(3.0)
    _, tree = svg_of(draw_dot(a * a))
    titles = [title.text for title in tree.iter(f'{SVG}title')]
    assert titles.count('n0->op1') == 2


@each_engine
def test_the_first_operand_is_above_the_second(monkeypatch, name, command):
    use_only(monkeypatch, name, command)
    a, b = Value(1.0, label='a'), Value(2.0, label='b')
    for root, above in [((a + 1.0) - (b - a), 'ba'), ((b + 1.0) - (a - b), 'ab')]:
        nodes, _ = svg_of(draw_dot(root))
        height = {texts(shapes)[0]: min(float(shape.get('y')) for shape in shapes
                                        if shape.tag == f'{SVG}text')
                  for shapes in nodes.values()}
        assert ''.join(sorted('ab', key=height.get)) == above


@each_engine
def test_text_stays_in_its_cell_in_a_browser(monkeypatch, name, command):
    """There Courier is 0.6 and Chinese 1 of its size wide, whatever drew it."""
    use_only(monkeypatch, name, command)
    values = [Value(x, label=label) for x, label in [
        (-123456789.0, 'a label of some length'), (1e-300, '学习率与损失函数'),
        (2.0, 'iiiiii'), (3.0, 'WWWWWW'), (4.0, ''), (5.0, '梯度 ∂L/∂w')]]
    nodes, _ = svg_of(draw_dot(Value(0.0, values, 'all')))
    checked = 0
    for shapes in nodes.values():
        cells = [frame(shape) for shape in shapes if shape.tag == f'{SVG}polygon']
        for text in shapes if cells else []:
            if text.tag == f'{SVG}text':
                left, y = float(text.get('x')), float(text.get('y'))
                wide = sum(20 * (0.6 if letter < '\u2e80' else 1.0)
                           for letter in text.text)
                left -= wide / 2 * (text.get('text-anchor') == 'middle')
                right = left + wide
                assert any(x1 <= left and right <= x2 and y1 <= y <= y2
                           for x1, y1, x2, y2 in cells), text.text
                checked += 1
    assert checked == 5 + 4 * 7  # five labels; names and numbers of seven values


def frame(polygon):
    points = [map(float, pair.split(',')) for pair in polygon.get('points').split()]
    xs, ys = zip(*points)
    return min(xs), min(ys), max(xs), max(ys)


PURE = [engine for engine in ENGINES if 'graphviz-pure' in engine.values[0]]


@pytest.mark.parametrize(('name', 'command'), PURE)
def test_chinese_in_a_png_of_an_engine_without_a_font_warns(
        monkeypatch, tmp_path, name, command):
    use_only(monkeypatch, name, command)
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        draw_dot(Value(2.0, label='é'), filename=tmp_path / 'x.png')
        draw_dot(Value(2.0, label='梯度'), filename=tmp_path / 'x.svg')
    with pytest.warns(UserWarning, match="Draw filename='x.svg'"):
        draw_dot(Value(2.0, label='梯度'), filename=tmp_path / 'x.png')


@on_posix
def test_chinese_in_a_png_is_drawn_by_an_engine_with_fonts(machine, monkeypatch):
    machine('pip', DRAWS, 'graphviz-pure')
    machine('modules', DRAWS, 'pygraphviz')
    monkeypatch.setattr(render, '_engines', lambda: [
        (name, [str(Path(name, program).resolve())]) for name, program in [
            ('../pip', 'graphviz-pure'), ('../modules', 'pygraphviz')]])
    assert made_by(draw_dot(Value(2.0, label='梯度')), 'png').startswith('modules')
    assert made_by(draw_dot(Value(2.0, label='w')), 'png').startswith('pip')
    assert made_by(draw_dot(Value(2.0, label='梯度')), 'svg').startswith('pip')


@pytest.mark.parametrize(('name', 'command'), PURE)
def test_each_line_of_a_label_is_in_the_middle(monkeypatch, name, command):
    use_only(monkeypatch, name, command)
    nodes, _ = svg_of(draw_dot(Value(2.0, label='第一行\n第二行很长很长\nb: é')))
    shapes, = nodes.values()
    left, _, right, _ = frame(next(s for s in shapes if s.tag == f'{SVG}polygon'))
    lines = [s for s in shapes if s.tag == f'{SVG}text'][:3]
    assert [line.get('text-anchor') for line in lines] == ['middle'] * 3
    assert [float(line.get('x')) for line in lines] == pytest.approx(
        [(left + right) / 2] * 3, abs=0.1)


def test_what_is_said_for_want_of_a_picture_is_in_the_language_of_the_reader(
        machine, monkeypatch, picture):
    monkeypatch.setenv('LANGUAGE', 'zh')
    with pytest.raises(PictureError, match='可以画这张图（-Kdot -Tsvg）的') as caught:
        picture.pipe()
    assert '  Graphviz：PATH 中的 dot：没有找到\n' in str(caught.value)
