"""The mistakes that the exercises of a family share.

Operations: operations.py, slips.py, derivatives.py (with derivative_texts.py),
uses.py, catalogue.py. The others: slopes.py, graphs.py, networks.py, losses.py,
training.py, optimisers.py.

Not here: what one exercise has alone, which stands in its check.
"""
