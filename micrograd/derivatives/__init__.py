"""Gradients that are checked, and derivatives beyond the first.

To read, in this order: differences.py, slopes without any derivative;
gradcheck.py, which holds a gradient against them; higher.py, derivatives of any
order through the same closures, with captures.py, which finds what a closure
hides from them; local.py, the local gradients of one operation.

Not here: the Tensor's counterparts (tensor/gradcheck.py, tensor/higher.py).
"""
