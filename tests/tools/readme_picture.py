"""Take the pictures of the READMEs anew: python tests/tools/readme_picture.py.

The first block of code in a README writes a page of the player. Its picture shows that
page at the step that the picture's description says, in the language of the README.
Needs Chromium, and a font that has Chinese.
"""
import contextlib
import io
import os
import re
import tempfile
from pathlib import Path

import chromium
from PIL import Image
from places import ROOT

from micrograd import Value, set_language
from micrograd.pictures.player.steps import Passes

READMES = {'en': ROOT / 'README.md', 'zh': ROOT / '.github' / 'README.zh.md'}
SIZE = 1040, 600


def graph(text: str) -> Value:
    """The root of what the first block of a README makes; its page: z.html."""
    scope = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(re.search(r'^```python\n(.*?)z\.backward', text, re.M | re.S)[1], scope)
    return scope['z']


def steps(root: Value) -> list[str]:
    """What each step of the player says first: its title, and what it computes."""
    return [' · '.join([step.title, *[line.text for line in step.lines[:1]]])
            for step in Passes(root).steps]


def shown(text: str) -> tuple[str, str]:
    """The description of a README's picture, and its path."""
    return re.search(r'^!\[(.*)\]\((.*)\)$', text, re.M).groups()


def main():
    for lang, readme in READMES.items():
        set_language(lang)
        text = readme.read_text('utf-8')
        description, path = shown(text)
        picture = readme.parent / path
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            os.chdir(folder)  # where the block writes its page
            number = steps(graph(text)).index(description)
            browser = chromium.Browser(Path(folder, 'profile'))
            browser.size(*SIZE)
            browser.open(f'{Path(folder, "z.html").as_uri()}#step={number}')
            browser.screenshot(picture)
            browser.close()
            os.chdir(ROOT)
        Image.open(picture).quantize(64).save(picture, optimize=True)
        print(picture.name, description)


if __name__ == '__main__':
    main()
