"""The set-up: what may import what, what an installation holds, namesakes."""
import ast
import configparser
import graphlib
import importlib
import inspect
import io
import os
import re
import shutil
import subprocess
import sys
import tokenize
import zipfile

import pytest
import readme_picture
from places import ROOT

import micrograd

PACKAGE = ROOT / 'micrograd'

# All files of the package, as 'engine', 'nn', 'nn.mlp'.
FILES = {'.'.join(file.relative_to(PACKAGE).with_suffix('').parts)
         .removesuffix('.__init__'): file for file in sorted(PACKAGE.rglob('*.py'))}

# The rooms from the lowest up, as CONTRIBUTING.md lists them; the package takes in nn/.
CONTRIBUTING = (ROOT / '.github' / 'CONTRIBUTING.md').read_text('utf-8')
ROOMS = re.findall(r'^\| `(\w+)(?:\.py|/)` \|',
                   CONTRIBUTING.partition('Around the package')[0], re.M)
FLOORS = {name: floor for floor, name in enumerate(ROOMS)}
FLOORS['__init__'] = FLOORS['nn']
FLOORS['__main__'] = FLOORS['classroom']
FLAT = {f'micrograd.{path.stem}' for path in PACKAGE.glob('[!_]*.py')}
LIGHT = set(FLOORS) - {'pictures', 'tensor'}  # the standard library is enough
NOT_ALONE = {'numpy', 'child'}  # the backend of that name; a script
# What a function asks for from above, when it is called with a wish.
ON_A_WISH = {('training.loop', 'insight.doctor')}


def python(*arguments, path=ROOT, **kwargs):
    """Run Python as from another place, with the package found in a folder."""
    env = {**os.environ, 'PYTHONPATH': str(path)}
    return subprocess.run([sys.executable, *arguments], env=env, text=True,
                          capture_output=True, **kwargs)


def imported(file, nodes=None):
    """The files of the package that the import statements of a file name."""
    for node in nodes or ast.walk(ast.parse(file.read_text('utf-8'))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = file.relative_to(ROOT).parts[:-node.level] if node.level else ()
            names = ['.'.join([*base, *filter(None, [node.module]), alias.name])
                     for alias in node.names if not is_heir(node, alias, file)]
        else:
            continue
        for name in names:
            top, _, rest = name.partition('.')
            assert top not in {'lessons', 'tests'}, f'{file} imports {name}'
            if top == 'micrograd':
                while rest and rest not in FILES:
                    rest = rest.rpartition('.')[0]
                yield rest or '__init__'


def is_heir(node, alias, file):
    """Does a base name the class above it, to tell type checkers what it returns?"""
    if not (node.module or '').startswith('micrograd.'):
        return False
    found = getattr(importlib.import_module(node.module), alias.name, None)
    bases = found.__mro__[1:] if inspect.isclass(found) else ()
    return any(FILES.get(base.__module__.partition('.')[2]) == file for base in bases)


def room(name):
    return name.partition('.')[0]


# --- floors ------------------------------------------------------------------


def test_the_table_lists_every_room():
    assert set(FLOORS) == set(map(room, FILES))
    assert len(FLOORS) == 2 + len(ROOMS)


def test_no_file_imports_from_a_room_above():
    for name, file in FILES.items():
        for other in imported(file):
            is_above = FLOORS[room(other)] > FLOORS[room(name)]
            assert not is_above or (name, other) in ON_A_WISH, f'{name} imports {other}'


def test_what_a_flat_file_defines_is_imported_from_there():
    for file in FILES.values():
        for node in ast.walk(ast.parse(file.read_text('utf-8'))):
            if isinstance(node, ast.ImportFrom) and node.module in FLAT:
                module = importlib.import_module(node.module)
                for alias in node.names:
                    home = getattr(getattr(module, alias.name), '__module__', '')
                    assert home not in FLAT - {node.module}, (file, alias.name)


def test_every_room_has_a_first_page():
    for page in PACKAGE.rglob('__init__.py'):
        told = ast.get_docstring(ast.parse(page.read_text('utf-8')))
        assert told, f'{page} does not say what is inside'
        files = {file.stem for file in page.parent.glob('*.py')} - {'__init__'}
        if page.parent != PACKAGE:
            assert re.search(r'To\sread', told), f'{page} does not say in which order'
            assert re.search('Not here|Left out', told), f'{page} has it all?'
            assert files - set(re.findall(r'\w+', told)) == set(), page


# Files of students and teachers, in examples; folders that a command makes.
MADE_UP = re.compile(r'.*mul(_final)?\.py|Kopie\.py|train\.py|lessons/\d\d_\w+\.py'
                     r'|lessons/work/|images/|out/')
PLACE = re.compile(r'(?<![\w./])[\w/]*\w(?:\.py\b|/(?=[\s,.;:)]|$))')


def told(file):
    """The docstrings and comments of a file."""
    text = file.read_text('utf-8')
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            yield ast.get_docstring(node) or ''
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def test_files_and_folders_that_are_told_of_are_there():
    for file in FILES.values():
        here = [file.parent, file.parent.parent, PACKAGE, ROOT, ROOT / 'lessons',
                ROOT / 'lessons' / 'exercises', ROOT / 'lessons' / 'exercises' / 'mul']
        lost = {name for name in PLACE.findall('\n'.join(told(file)))
                if not any((place / name).exists() for place in here)}
        assert {name for name in lost if not MADE_UP.fullmatch(name)} == set(), file


def test_no_circle_of_imports():
    # Neither of files, in functions and for type checkers too, nor of rooms.
    files = {name: {*imported(file)} - {name} for name, file in FILES.items()}
    rooms = {}
    for name, file in FILES.items():
        body = ast.parse(file.read_text('utf-8')).body
        rooms.setdefault(room(name), set()).update(map(room, imported(file, body)))
    rooms = {name: others - {name} for name, others in rooms.items()}
    for graph in (files, rooms):
        graphlib.TopologicalSorter(graph).prepare()  # a CycleError names the circle


def test_the_rule_for_imports_sees_every_way_to_write_one():
    text = ('import micrograd.pictures.draw\nfrom micrograd.nn import MLP\n'
            'from micrograd import engine\nfrom . import graph\n'
            'from .elementary import exp\nfrom micrograd import Value\nimport os\n')
    found = imported(PACKAGE / 'x.py', ast.parse(text).body)
    assert list(found) == [
        'pictures.draw', 'nn', 'engine', 'graph', 'elementary', '__init__']
    assert list(imported(PACKAGE / 'folder' / 'x.py', ast.parse(
        'from ..nn import MLP').body)) == ['nn']
    with pytest.raises(AssertionError, match='x.py imports lessons'):
        list(imported(PACKAGE / 'x.py', ast.parse('import lessons.a').body))


def test_light_rooms_need_the_standard_library_alone():
    names = [f'micrograd.{name}' for name, file in FILES.items()
             if room(name) in LIGHT and file.stem not in ('__init__', *NOT_ALONE)]
    # Without `site` there is no site-packages: whatever is installed is hidden.
    run = python('-S', '-c', 'import importlib, sys\n'
                 'for name in sys.argv[1:]: importlib.import_module(name)', *names)
    assert run.returncode == 0, run.stderr


def test_importing_the_package_loads_nothing_of_higher_rooms_or_from_outside():
    run = python('-c', 'import sys; before = set(sys.modules); import micrograd\n'
                 'print(*sorted(set(sys.modules) - before))', check=True)
    loaded = run.stdout.split()
    assert 'micrograd.engine' in loaded and 'micrograd.languages' not in loaded
    upper = {f'micrograd.{name}' for name in FLOORS if FLOORS[name] > FLOORS['nn']}
    assert not upper & set(loaded)
    assert {name for name in loaded if name.startswith('micrograd.nn.')} == {
        'micrograd.nn.mlp', 'micrograd.nn.module'}  # the others when they are used
    tops = {name.partition('.')[0] for name in loaded} - {'micrograd'}
    assert tops <= sys.stdlib_module_names


# --- the package's own names -------------------------------------------------


def test_names_are_loaded_when_used():
    run = python('-c', 'import micrograd\nfor name in set(dir(micrograd)):\n'
                 '    exec(f"from micrograd import {name}")\n'
                 '    assert getattr(micrograd, name) is locals()[name]\n'
                 'print(draw_dot, Tensor, fit, grad, exp)')
    assert run.returncode == 0, run.stderr


def test_all_names_of_the_package_are_there():
    assert all(hasattr(micrograd, name) for name in micrograd.__all__)
    assert {'Value', 'relaxed_gc', 'Module', 'Neuron', 'Layer', 'MLP'} <= set(
        micrograd.__all__)


def functions_of(thing):
    """The public functions of a class, of its bases too; or the function itself."""
    if not inspect.isclass(thing):
        return [thing]
    parts = [inspect.getattr_static(thing, name) for name in dir(thing)
             if not name.startswith('_') or name in ('__init__', '__call__')]
    parts = [part.fget if isinstance(part, property)
             else getattr(part, '__func__', part) for part in parts]
    return [part for part in parts if inspect.isfunction(part)
            and part.__module__.startswith('micrograd')]


@pytest.mark.parametrize('name', sorted({*micrograd.__all__, *micrograd._HOME}))
def test_signatures_carry_annotations(name):
    for function in functions_of(getattr(micrograd, name)):
        signature = inspect.signature(function)
        bare = [parameter.name for parameter in signature.parameters.values()
                if parameter.annotation is parameter.empty]
        assert bare in ([], ['self'], ['cls']), function.__qualname__
        assert (signature.return_annotation is not signature.empty
                or function.__name__ == '__init__'), function.__qualname__


def test_a_misspelt_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="micrograd.* no attribute 'draw_dott'"):
        micrograd.draw_dott
    with pytest.raises(ImportError, match='draw_dott'):
        from micrograd import draw_dott  # noqa: F401


# --- files -------------------------------------------------------------------


def tracked():
    """The paths that git keeps, from the top of the clone."""
    if not (ROOT / '.git').exists():
        pytest.skip('not a clone: git cannot say which files belong to the project')
    run = subprocess.run(['git', 'ls-files', '-z'], cwd=ROOT, capture_output=True,
                         text=True, check=True)
    return run.stdout.split('\0')[:-1]


def test_the_top_level_holds_nothing_else():
    top = {path.partition('/')[0] for path in tracked()}
    assert {name for name in top if not name.startswith('.')} <= {
        'LICENSE', 'Makefile', 'README.md', 'lessons', 'micrograd', 'pyproject.toml',
        'setup.cfg', 'tests'}


def test_pyproject_holds_what_pip_needs_to_build_and_nothing_else():
    tables = re.findall(r'^\[.*', (ROOT / 'pyproject.toml').read_text(), re.M)
    assert tables == ['[build-system]']


def test_git_keeps_no_pictures_but_those_of_the_readmes():
    pictures = {path for path in tracked() if path.startswith('lessons/images/')}
    shown = {(readme.parent / readme_picture.shown(readme.read_text('utf-8'))[1])
             .resolve().relative_to(ROOT).as_posix()
             for readme in readme_picture.READMES.values()}
    assert pictures == shown


def test_the_operations_fit_a_projector():
    for name in ('engine.py', 'functions.py'):
        lines = (PACKAGE / name).read_text('utf-8').splitlines()
        for number, line in enumerate(lines, 1):
            assert len(line) <= 72, f'{name}, line {number}: {len(line)} columns'
    assert len((PACKAGE / 'engine.py').read_text('utf-8').splitlines()) <= 325


def test_the_help_of_make_names_every_target():
    makefile = (ROOT / 'Makefile').read_text()
    targets = re.search(r'^\.PHONY: (.*)', makefile, re.M)[1].split()
    text = subprocess.run(['make', '-s'], cwd=ROOT, capture_output=True, text=True)
    assert re.findall(r'^make (\w+)', text.stdout, re.M) == targets[1:]


# --- an installation, and its namesakes --------------------------------------


@pytest.fixture(scope='module')
def wheel(tmp_path_factory):
    """The wheel, built as pip builds it, of a copy: building leaves traces."""
    copy = tmp_path_factory.mktemp('copy')
    for name in ('LICENSE', 'README.md', 'setup.cfg', 'pyproject.toml'):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(PACKAGE, copy / 'micrograd')
    run = python('-c', 'from setuptools import build_meta as backend\n'
                 "print(backend.build_wheel('.'))", cwd=copy)
    assert run.returncode == 0, run.stderr
    return copy / run.stdout.splitlines()[-1]


def install(wheel, folder):
    zipfile.ZipFile(wheel).extractall(folder)
    return folder


def install_namesake(folder):
    """The files of micrograd 0.1.0, but for what they say."""
    listed = {'micrograd/__init__.py': '',
              'micrograd/engine.py': 'class Value: pass\n',
              'micrograd/nn/mlp.py': 'from micrograd.engine import Value\n'}
    for name, text in listed.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    info = folder / 'micrograd-0.1.0.dist-info'
    info.mkdir()
    (info / 'RECORD').write_text(''.join(f'{name},,\n' for name in listed))
    return list(listed)


def test_a_wheel_holds_the_package_and_nothing_else(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    info = f'micrograd_classroom-{micrograd.__version__}.dist-info/'
    files = {path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob('*')
             if path.is_file() and '__pycache__' not in path.parts}
    assert {name for name in names if not name.startswith(info)} == files
    assert {'micrograd/py.typed', f'{info}licenses/LICENSE'} <= names


def test_the_version_stands_in_one_place(wheel):
    config = configparser.ConfigParser()
    config.read(ROOT / 'setup.cfg')
    assert config['metadata']['version'] == 'attr: micrograd.__version__'
    metadata = zipfile.ZipFile(wheel).read(
        f'micrograd_classroom-{micrograd.__version__}.dist-info/METADATA').decode()
    assert f'\nVersion: {micrograd.__version__}\n' in metadata


def test_an_installation_alone_says_nothing(wheel, tmp_path):
    folder = install(wheel, tmp_path)
    run = python('-c', 'import micrograd; print(micrograd.Value(2) + 1)', path=folder)
    assert (run.stdout, run.stderr) == ('Value(data=3.0, grad=0.0)\n', '')


def test_a_namesake_that_was_there_before_is_named(wheel, tmp_path):
    install_namesake(tmp_path)
    install(wheel, tmp_path)
    run = python('-c', 'import micrograd; print(micrograd.Value(2) + 1)', path=tmp_path)
    assert run.stdout == 'Value(data=3.0, grad=0.0)\n'
    assert 'pip uninstall micrograd;' in run.stderr
    assert str(tmp_path) in run.stderr


def test_a_namesake_elsewhere_on_the_path_is_named(tmp_path):
    install_namesake(tmp_path)
    run = python('-c', 'import sys; sys.path.append(sys.argv[1]); import micrograd',
                 str(tmp_path))
    assert f'the distribution micrograd in {tmp_path}' in run.stderr


@pytest.mark.parametrize('start', [
    ('-m', 'micrograd', 'lessons'),
    ('-c', 'from micrograd.classroom.lesson import present; present()')])
def test_a_namesake_that_overwrote_files_is_refused(wheel, tmp_path, start):
    install(wheel, tmp_path)
    install_namesake(tmp_path)
    run = python(*start, path=tmp_path, cwd=tmp_path)
    assert run.returncode == 1
    assert 'pip uninstall micrograd;' in run.stderr.splitlines()[-1]


def test_files_that_went_with_a_namesake_are_missed(wheel, tmp_path):
    names = install_namesake(tmp_path)
    install(wheel, tmp_path)
    for name in names:
        (tmp_path / name).unlink()
    shutil.rmtree(tmp_path / 'micrograd-0.1.0.dist-info')
    # -S: the clone, which is installed in place, would be found instead.
    run = python('-S', '-m', 'micrograd', 'lessons', path=tmp_path, cwd=tmp_path)
    assert run.returncode == 1
    assert '--force-reinstall' in run.stderr.splitlines()[-1]
