"""The course at work: lessons that step, exercises that check themselves, marks.

To read, in this order: lesson/, the presenter; checker/, an exercise, checked and
explained; grading/, a class of students. Shared by them: shelf.py, which
finds the lessons, commandline.py, style.py and terminal.py.

Not here: the course itself, which stands in lessons/.
"""
