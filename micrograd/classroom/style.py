"""The colours of the presenter.

A projector may show a dark terminal or a light one, and washes out what is
pale: each colour has a contrast of at least 4 : 1 against black and against
white, and no meaning hangs on colour alone.

Left out: terminals with fewer than 256 colours; they take the nearest.
"""

from __future__ import annotations

import os
import sys

BLUE, GREEN, TEAL, ORANGE, GREY = 63, 28, 30, 130, 243
STYLES = {
    'heading': f'1;38;5;{BLUE}',
    'bold': '1',
    'code': f'38;5;{TEAL}',
    'margin': f'38;5;{GREY}',
    'prompt': f'1;38;5;{BLUE}',
    'right': f'1;38;5;{GREEN}',
    'wrong': f'1;38;5;{ORANGE}',
    'note': f'38;5;{GREY}',
    'keyword': f'1;38;5;{BLUE}',
    'string': f'38;5;{GREEN}',
    'number': f'38;5;{ORANGE}',
    'comment': f'38;5;{GREY}',
}
RESET = '\x1b[0m'


class Paint:
    """Puts text into a style, or leaves it as it is where colours are off."""

    def __init__(self, on: bool):
        self.on = on

    def __call__(self, style: str, text: str) -> str:
        if not (self.on and style and text):
            return text
        return f'\x1b[{STYLES[style]}m{text}{RESET}'


PLAIN = Paint(False)


def paint_for_terminal() -> Paint:
    """Colours, unless NO_COLOR is set or standard output cannot show them.

    See https://no-color.org.
    """
    on = (
        sys.stdout.isatty()
        and not os.environ.get('NO_COLOR')
        and os.environ.get('TERM') != 'dumb'
    )
    if on and os.name == 'nt':
        os.system('')  # lets the old console of Windows obey colour codes
    return Paint(on)
