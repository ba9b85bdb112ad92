"""Find another distribution that installs a package named micrograd.

pip does not mind two distributions that bring the same files: the later one
overwrites the earlier one's without a word, and uninstalling either takes
files of both. So this package looks for such a namesake itself, and names it.
It runs at every import, so it looks at the names of folders alone: a namesake
whose distribution is not called micrograd or micrograd-something is missed.
"""
import os
import sys
import warnings
from collections.abc import Iterator

CURE = ('To keep this one: pip uninstall {name}; then install micrograd-classroom '
        'again, with pip install --force-reinstall.')


def namesakes() -> Iterator[tuple[str, str]]:
    """The other distributions with a package micrograd: name and folder.

    >>> list(namesakes())
    []
    """
    for folder in dict.fromkeys(path or os.getcwd() for path in sys.path):
        if not os.path.isdir(os.path.join(folder, 'micrograd')):
            continue
        for entry in os.listdir(folder):
            name = entry.partition('-')[0]
            if (name.startswith('micrograd') and name != 'micrograd_classroom'
                    and _owns_the_package(os.path.join(folder, entry))):
                yield name, folder


def _owns_the_package(dist_info):
    """Whether a distribution's list of its files has a package micrograd."""
    try:
        with open(os.path.join(dist_info, 'RECORD'), encoding='utf-8') as record:
            return 'micrograd/__init__.py,' in record.read()
    except OSError:  # not a distribution, or what is left of one
        return False


def warn_of_namesakes() -> None:
    """Warn of each namesake, although our own files are in force for now."""
    for name, folder in namesakes():
        warnings.warn(
            f'the distribution {name} in {folder} has a package micrograd too, and '
            f'each can overwrite or hide the other. {CURE.format(name=name)}',
            stacklevel=3)


def refuse_namesakes() -> None:
    """Raise an ImportError if `import micrograd` does not find our own files.

    For modules that a namesake leaves standing: when it has overwritten or
    taken away the others, they are all that is left to say so.
    """
    package = sys.modules['micrograd']
    if hasattr(package, 'relaxed_gc'):
        return
    names = [name for name, _ in namesakes()] or ['micrograd']
    found = getattr(package, '__file__', None) or 'no micrograd/__init__.py any more'
    raise ImportError(
        f'`import micrograd` finds {found}: another distribution with a package '
        f'micrograd has overwritten, removed or hidden the files of '
        f'micrograd-classroom. {CURE.format(name=names[0])}')
