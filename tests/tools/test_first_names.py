"""The models that make up names, and what memory and convolution are good for."""
import random

import first_names
import margins
import numpy as np
import pytest

import micrograd.tensor as mt
from micrograd import Adam, compile_loss, nn, relaxed_gc, token_rows
from micrograd.tensor import no_grad


@pytest.mark.apart
def test_each_model_learns_which_letters_follow():
    for name, most in (('bigram', 2.9), ('MLP', 3.0), ('GPT', 2.6)):
        model, losses, unseen = first_names.train(name, steps=200)
        assert len(losses) == 200 and losses[0] > 3.2  # log 27 is 3.3
        assert unseen < most
        words = first_names.sampled(model, 3)
        assert len(words) == 3 and ''.join(words).isalpha()


def test_eager_compiled_and_on_arrays_it_is_the_same_training():
    rows = token_rows(first_names.first_names(2), 14)
    random.seed(3)
    eager = nn.GPT(27, 14, n_embd=4, n_head=2)
    compiled = nn.GPT(27, 14, n_embd=4, n_head=2)
    arrays = mt.GPT(27, 14, n_embd=4, n_head=2)
    for p, q in zip(eager.parameters(), compiled.parameters()):
        q.data = p.data
    copied = iter(p.data for p in eager.parameters())
    with no_grad():
        for p in arrays.parameters():
            p.data = np.reshape([next(copied) for _ in range(p.size)], p.shape)
    told = []
    with relaxed_gc():
        for module, adam in ((eager, Adam), (arrays, mt.Adam)):
            optimizer = adam(module.parameters(), 0.01)
            losses = []
            for tokens, weights in rows:
                one = module is eager
                loss = module.loss(tokens, weights) if one else module.loss(
                    [tokens], [weights])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses.append(float(loss.data))
            told.append(losses)
    step = compile_loss(compiled.loss, compiled.parameters(), example=rows[0])
    program = step.train(rows, optimizer=Adam(compiled.parameters(), 0.01), epochs=1,
                         losses='step', progress=False)
    assert program == told[0]
    for p, q in zip(compiled.parameters(), eager.parameters()):
        assert p.data == q.data
    assert told[1] == pytest.approx(told[0], rel=1e-9)


@pytest.mark.parametrize(('good', 'bad', 'margin'), [
    pytest.param('digits: convolution', 'digits: larger MLP', 0.1,
                 marks=pytest.mark.apart),
    ('signs: recurrent', 'signs: window', 0.4)])
def test_a_convolution_and_a_memory_win_clearly(good, bad, margin):
    assert (margins.share(*margins.ROWS[good], seed=0)
            > margins.share(*margins.ROWS[bad], seed=0) + margin)
