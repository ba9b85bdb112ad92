"""Makes autograder.zip for Gradescope: python make_zip.py [EXERCISE ...]

Holds the package, the exercises, setup.sh and run_autograder. With names of exercises
the assignment has those alone.
"""

import io
import sys
import zipfile
from pathlib import Path

from micrograd.classroom.checker import exercises
from micrograd.classroom.checker.exercise import ORDER
from micrograd.common.files import write_whole

HERE = Path(__file__).resolve().parent
CLONE = HERE.parents[2]
ZIP = Path('autograder.zip')


def main(names: list[str]) -> None:
    known = exercises()
    unknown = set(names) - set(known)
    if unknown:
        sys.exit(f'no exercise called {", ".join(sorted(unknown))}')
    chosen = [known[name] for name in names or known]
    files = [HERE / 'setup.sh', HERE / 'run_autograder']
    files += [f for f in sorted((CLONE / 'micrograd').rglob('*'))
              if f.is_file() and '__pycache__' not in f.parts]
    for exercise in chosen:
        files += [exercise.stub, exercise.check_file, exercise.solution]
    content = io.BytesIO()
    with zipfile.ZipFile(content, 'w', zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            home = HERE if file.parent == HERE else CLONE
            archive.write(file, file.relative_to(home))
        order = ''.join(f'{exercise.name}\n' for exercise in chosen)
        archive.writestr(str(ORDER.relative_to(CLONE)), order)
    write_whole(ZIP, content.getvalue())
    print(f'{ZIP.resolve()}: {len(chosen)} exercises, {ZIP.stat().st_size >> 10} kB')


if __name__ == '__main__':
    main(sys.argv[1:])
