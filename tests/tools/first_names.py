"""New first names from three models: python tests/tools/first_names.py [FOLDER]

A table of which letter follows which; a small network that sees three letters; a GPT
that sees all. Each is trained on names, one a step, as a compiled program with the C
backend, and then asked for 20. With a FOLDER, the loss of each step is drawn there.
"""
import random
import sys
import time
from pathlib import Path

from micrograd import (
    MLP,
    Adam,
    Module,
    compile_loss,
    cross_entropy,
    first_names,
    loss_curve,
    nn,
    softmax,
    spell,
    token_rows,
)

LETTERS, END, PLACES = 27, 26, 14
STEPS, UNSEEN = 1000, 400


class Windows(Module):
    """Logits from the letters in a window that ends at each place."""

    def __init__(self, width):
        self.width = width

    def __call__(self, tokens):
        tokens = [*[END] * (self.width - 1), *tokens]
        return [self.logits(tokens[i:i + self.width])
                for i in range(len(tokens) - self.width + 1)]

    def loss(self, tokens, weights):
        losses = map(cross_entropy, self(tokens[:-1]), tokens[1:])
        return sum(w * loss for w, loss in zip(weights, losses))

    def generate(self, start, rng, stop):
        tokens = [start]
        while len(tokens) <= PLACES:
            chances = [p.data for p in softmax(self(tokens)[-1])]
            [token] = rng.choices(range(LETTERS), chances)
            if token == stop:
                break
            tokens.append(token)
        return tokens[1:]


class Bigram(Windows):
    """A table: which letter follows which."""

    def __init__(self):
        super().__init__(1)
        self.table = nn.Embedding(LETTERS, LETTERS)

    def logits(self, tokens):
        return self.table(tokens[0])


class Three(Windows):
    """An embedding of each of three letters, and an MLP on all that."""

    def __init__(self):
        super().__init__(3)
        self.token = nn.Embedding(LETTERS, 8)
        self.mlp = MLP(3 * 8, [32, LETTERS], activation='tanh', fused=True)

    def logits(self, tokens):
        return self.mlp([x for token in tokens for x in self.token(token)])


# Each with its first learning rate, which falls to 0.
MODELS = {'bigram': (Bigram, 0.1), 'MLP': (Three, 0.02),
          'GPT': (lambda: nn.GPT(LETTERS, PLACES), 0.01)}


def train(name: str, steps: int = STEPS) -> tuple[Module, list[float], float]:
    """The model, the loss of each step, the mean loss on names that it never saw."""
    random.seed(1)
    make, lr = MODELS[name]
    model = make()
    rows = token_rows(first_names(steps + UNSEEN), PLACES)
    step = compile_loss(model.loss, model.parameters(), backend='c', example=rows[0])
    losses = step.train(
        rows[:steps], optimizer=Adam(model.parameters(), betas=(0.85, 0.99)), epochs=1,
        schedule=lambda i: lr * (1 - i / steps), losses='step', progress=False)
    unseen = sum(step(*row) for row in rows[steps:]) / UNSEEN
    return model, losses, unseen


def sampled(model: Module, n: int = 20) -> list[str]:
    rng = random.Random(2)
    return [spell(model.generate(END, rng, stop=END)) for _ in range(n)]


def main(folder: str | None = None) -> None:
    for name in MODELS:
        start = time.perf_counter()
        model, losses, unseen = train(name)
        seconds = time.perf_counter() - start
        print(f'{name}: {len(model.parameters())} parameters, {seconds:.1f} s, '
              f'loss on unseen names {unseen:.2f}')
        print('   ', *sampled(model), flush=True)
        if folder:
            loss_curve(losses, unit='step').savefig(Path(folder) / f'{name}.png')


if __name__ == '__main__':
    main(*sys.argv[1:])
