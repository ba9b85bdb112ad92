"""Fonts for labels that a font of Latin letters cannot show, Chinese ones above all.

matplotlib shows a sign that its font lacks as a box, and warns of each. It can look
in further fonts, but they have to be named. Not here: pictures of graphs, in which
the engine, or the browser, finds the fonts (render.py).
"""
from __future__ import annotations

import functools
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import matplotlib
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.text import Text

from micrograd.common.layout import is_wide
from micrograd.languages import say

# How the names of fonts with Chinese signs begin, the best first; a file with fonts
# for several countries is known to matplotlib by the first, which may be Japan's.
CHINESE = ('Noto Sans CJK SC', 'Noto Sans SC', 'Source Han Sans SC', 'PingFang SC',
           'Source Han Sans CN', 'Microsoft YaHei', 'Hiragino Sans GB', 'SimHei',
           'DengXian', 'Heiti SC', 'STHeiti', 'WenQuanYi', 'Noto Sans CJK',
           'Source Han Sans', 'Noto Serif CJK', 'PingFang', 'Heiti', 'Songti', 'SimSun',
           'Microsoft JhengHei', 'Droid Sans Fallback', 'Arial Unicode MS', 'Unifont')


@contextmanager
def legible(figure: Figure) -> Iterator[None]:
    """While a figure is drawn, let its labels have signs of Chinese too.

    If no font on this machine has them, one warning says what to do.
    """
    texts = [text for text in figure.findobj(Text)
             if any(map(is_wide, text.get_text()))]
    with warnings.catch_warnings():
        if texts and not chinese_fonts():
            _warn_once()
            warnings.filterwarnings('ignore', 'Glyph .* missing from')
        for text in texts:
            text.set_fontfamily(list(dict.fromkeys(
                [*text.get_fontfamily(), *chinese_fonts()])))
        yield


def chinese_fonts() -> list[str]:
    """The fonts on this machine that matplotlib can take, at most one."""
    names = sorted({font.name for font in fontManager.ttflist})
    return [name for begin in CHINESE for name in names if name.startswith(begin)][:1]


@functools.cache
def _warn_once():
    warnings.warn(say(
        'The labels of this plot need a font with Chinese signs, and matplotlib knows '
        'none: they are shown as boxes. Install one, such as Noto Sans CJK SC (Debian, '
        'Ubuntu: apt install fonts-noto-cjk; anywhere: a file from '
        'https://fonts.google.com/noto), remove the folder {folder}, and start Python '
        'anew.').format(folder=matplotlib.get_cachedir()), stacklevel=2)
