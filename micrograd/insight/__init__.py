"""Why is this gradient what it is, and what is wrong with this graph?

To read, in this order: formulas.py, what a closure does, in words; paths.py,
`explain`, the sum over the paths of a graph; doctor/, `diagnose`.

Not here: pictures of the same (pictures/).
"""
