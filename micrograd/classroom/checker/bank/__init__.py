"""The mistakes that the exercises of a family share.

To read, in this order: operations.py, slips.py, derivatives.py (with
derivative_texts.py), conditions.py, uses.py, catalogue.py: the operations. Then any of
the others: slopes.py, graphs.py, networks.py, losses.py, training.py, optimisers.py;
and anywhere.py, for all exercises. What their mistakes are called stands in words.py.

Not here: what one exercise has alone, which stands in its check.
"""
