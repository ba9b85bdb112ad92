"""Programs made at random, and what they must give: `make fuzz`.

    program    a program is a list of statements: how it gets smaller, how it is kept
    scalars    Values: operations, losses, derivatives within derivatives, copies
    tensors    Tensors: operations, views, indices, writes at any moment
    exact      what is right for scalars: numbers of many digits
    dual       what is right for Tensors: longer floats with their tangents
    cases/     programs that were wrong once; tests/test_fuzz.py replays them

A generator is a module with PREAMBLE, the imports that a person pastes with a program;
generate(rng), a program; and check(program), what is wrong with it, or None.
"""

GENERATORS = ('scalars', 'tensors')
