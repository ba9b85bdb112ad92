"""What teaches a network: losses, optimisers, data, and the loop.

To read, in this order: losses.py, how far predictions are from their targets;
optim.py, the steps, and schedules of their size; samples.py, the losses of a model for
given data; loop.py, `fit`, which runs them with progress.py, and goes on after a crash
with resume.py and snapshots.py; datasets.py and digits.py, small data made up from a
seed; words.py, sequences: first names as tokens, and signs to be remembered.

Not here: what is wrong when nothing is learned (insight/doctor), and the plots
(pictures/plots.py).
"""
