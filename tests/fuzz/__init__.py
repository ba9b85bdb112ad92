"""Programs made at random, and what they must give: `make fuzz`.

    program      a list of lines: how it gets smaller, and how it is kept
    scalars      Values: operations, losses, derivatives within derivatives, copies
    compiled     compiled programs on every backend
    training     compiled.train() with optimisers of one's own
    tensors      Tensors: operations, views, indices, writes at any moment
    functions    each Tensor operation to second order, against PyTorch if it is there
    modules      modules of both kinds: slopes, and copies
    optimisers   optimisers, schedules and clipping, against formulas
    comparisons  Values beside numbers and other things
    files        saving while the disk is full
    exact, dual  what is right for scalars, for Tensors
    cases/       programs that were wrong once; test_fuzz.py replays them

A generator is a module with PREAMBLE, the imports that a person pastes with a program;
generate(rng), a program; and check(program), what is wrong with it, or None.
"""

GENERATORS = ('scalars', 'compiled', 'training', 'tensors', 'functions', 'modules',
              'optimisers', 'comparisons', 'files')
