"""Programs for Python, numpy and C, from what tracing.py has recorded.

To read, in this order: python.py; numpy.py, a whole batch at once; c.py, with
c_text.py, its source, library.py, which builds it, and interpreter.py, which runs
long programs without building them.
"""
