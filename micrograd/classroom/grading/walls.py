"""What confined the files while they ran, in words."""

from __future__ import annotations

from micrograd.languages import say

WALLS = {'files': 'files by the kernel ({by})',
         'network': 'network and processes by the kernel ({by})'}


def walls_in_words(kernel: dict[str, str], lang: str) -> str:
    """What was in force. kernel: as sandbox.confine() tells."""
    walls = [say(WALLS[what], lang).format(by=by) for what, by in kernel.items()]
    walls.append(say('all by the audit hook of Python', lang))
    return say('Sandbox: {walls}', lang).format(walls=say(', ', lang).join(walls))
