"""What mutants of mse, hinge and cross_entropy share."""

from mutants.programs import Mutant, indented


def bodies(exercise, body, wrong):
    """A mutant for each (mistake, line, line, …): the body written anew."""
    return [Mutant(exercise, mistake, ((body, indented(4, *lines)),))
            for mistake, *lines in wrong]


def loops(exercise, body, pair, wrong):
    """The same with a loop over the samples, as beginners write it.

    wrong: (mistake, what is done with each sample, what is returned).
    """
    head = 'total = 0', f'for {pair}:'
    return bodies(exercise, body, [
        (mistake, *head, *(f'    {line}' for line in each), f'return {result}')
        for mistake, each, result in wrong
    ])
