"""Presents a lesson: a script in percent format, one cell at a time.

A lesson is plain Python. `# %%` begins a cell of code, `# %% [markdown]`
a cell of text, so that editors and Jupyter open it as a notebook. Its one
call of `present()` lets it step through a terminal as well: the call runs
the rest of the file cell by cell and then ends the program. Where nobody
sits at a terminal, and in a notebook, the call does nothing and the lesson
runs as any other script.

A text cell may ask for a prediction (`ask="a.grad"`), and its translations
stand beside the lesson: cells.py says how, presenter.py what the viewer sees.

To read, in this order: cells.py, running.py, answers.py, which judges what
the class predicts, predictions.py and presenter.py, which brings them
together, and start.py. What appears on the screen: markdown.py, listing.py;
in a notebook: pictures.py. Around them: straight.py, commands.py.

Left out: keys without Enter; Markdown beyond headings, paragraphs, lists,
tables, code and bold text. What a program started by a cell writes by
itself is not shown a second time.
"""

from micrograd.classroom.lesson.cells import Cell, read_cells
from micrograd.classroom.lesson.listing import render_code
from micrograd.classroom.lesson.markdown import render_text
from micrograd.classroom.lesson.pictures import image
from micrograd.classroom.lesson.start import present

__all__ = ['Cell', 'image', 'present', 'read_cells', 'render_code', 'render_text']
