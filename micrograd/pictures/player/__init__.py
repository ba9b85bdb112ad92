"""A graph's forward and backward pass, step by step: a page, or text.

write_player() makes one HTML file that plays the passes on the picture of the graph,
with controls for a teacher, a quiz, and a worksheet to print. walk() prints the same
steps. To read, in this order:

    steps    the passes, closure by closure: each caption, in words and numbers
    page     the picture, the steps as JSON, and the template put together
    player.* the template: HTML, CSS and JavaScript without a framework

Not here: what a closure does, in words (insight/formulas.py); the picture (draw.py).
"""
from __future__ import annotations

import os

from micrograd.common.files import write_whole
from micrograd.engine import Value
from micrograd.languages import say
from micrograd.pictures.player.page import page
from micrograd.pictures.player.steps import passes_of

__all__ = ['walk', 'write_player']


def write_player(root: Value, path: str | os.PathLike) -> None:
    """Write a page that plays both passes through the graph of root to path.

    One HTML file that needs no network. The gradients start from 0, and the graph is
    left as it was. Operations of students are shown too: the words come from their
    closures. The page stays in the language in which it was written. Of Tensors of up
    to 40 numbers it shows all of them, and has no quiz.

    Raises TypeError if root is no Value or Tensor; ValueError if the graph has a cycle
    or is too large to follow; RuntimeError if it is used up;
    micrograd.pictures.render.PictureError if there is no Graphviz.
    """
    write_whole(path, page(root))


def walk(root: Value) -> None:
    """Print the steps of both passes through the graph of root; it stays as it was.

    Raises TypeError if root is no Value or Tensor; ValueError if the graph has a cycle,
    or a Tensor in it more than 40 numbers; RuntimeError if it is used up.
    """
    steps = passes_of(root).steps
    width = len(str(len(steps) - 1))
    for i, step in enumerate(steps):
        print(f'{i:{width}}  {step.title}')
        for line in step.lines:
            print(' ' * width, f'    {line.text}')
            if line.note:
                print(' ' * width, ' ' * 7, say('({note})').format(note=line.note))
