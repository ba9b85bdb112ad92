"""A teacher with a class: what was handed in, judged, and the marks of it.

To read, in this order: submissions.py, what was handed in, with filenames.py and
archives.py; grade.py; marks.py, summary.py and likeness.py, what is told of it, kept by
output.py, and walls.py, what confined the files; gradebook.py and gradescope.py, for
the platforms of schools; commands.py.

Not here: how one file is judged (checker/).
"""
