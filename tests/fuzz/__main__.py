"""Random programs, until one is wrong: `make fuzz`, or python tests/fuzz --help.

The generators take turns, each with a share of the time. One that has found a failure
makes it small, prints it, keeps it in cases/ and has done its work; the others go on.
"""
import argparse
import collections
import contextlib
import importlib
import pathlib
import random
import sys
import time
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from tests.fuzz import GENERATORS, program  # noqa: E402


def main():
    options = arguments()
    warnings.simplefilter('ignore')  # numpy's of an empty mean, PyTorch's of .T
    seed = random.randrange(10 ** 6) if options.seed is None else options.seed
    print(f'seed {seed}', flush=True)
    turns = collections.deque(map(Turn, options.only or GENERATORS))
    start, failures, count = time.monotonic(), 0, collections.Counter()
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C: what has been found so far
        while turns and time.monotonic() - start < options.seconds:
            turn = min(turns, key=lambda turn: turn.seconds)
            found = turn.one(seed)
            count[turn.name] += 1
            if found:
                failures += 1
                turn.report(*found, seed, options.keep)
                turns.remove(turn)
    seconds = time.monotonic() - start
    shares = ', '.join(f'{name} {n}' for name, n in sorted(count.items()))
    print(f'{count.total()} programs in {seconds:.0f} s, {count.total() / seconds:.0f} '
          f'a second ({shares}); {failures} failures')
    return 1 if failures else 0


def arguments():
    parser = argparse.ArgumentParser(prog='python tests/fuzz', description=__doc__)
    parser.add_argument('--seconds', type=float, default=60)
    parser.add_argument('--seed', type=int)
    parser.add_argument('--only', nargs='+', choices=GENERATORS, metavar='GENERATOR',
                        help=', '.join(GENERATORS))
    parser.add_argument('--no-keep', dest='keep', action='store_false',
                        help='write no failure into tests/fuzz/cases')
    return parser.parse_args()


class Turn:
    """One generator: how many programs it has made, and how long it has taken."""

    def __init__(self, name):
        self.name = name
        self.generator = importlib.import_module(f'tests.fuzz.{name}')
        self.count = 0
        self.seconds = 0.0

    def one(self, seed):
        """A program and what is wrong with it, or None."""
        start = time.monotonic()
        self.count += 1
        rng = random.Random(f'{seed} {self.name} {self.count}')
        lines = self.generator.generate(rng)
        message = program.verdict(self.generator.check, lines)
        self.seconds += time.monotonic() - start
        return (lines, message) if message else None

    def report(self, lines, message, seed, keep):
        lines, message = program.smallest(self.generator.check, lines, message)
        print(f'\n{self.name}, program {self.count} of seed {seed}: {message}\n')
        print(f'{self.generator.PREAMBLE}\n' + '\n'.join(lines) + '\n', flush=True)
        if keep:
            path = program.keep(self.name, self.generator.PREAMBLE, lines, message)
            print(f'kept as {path.name}', flush=True)


if __name__ == '__main__':
    sys.exit(main())
