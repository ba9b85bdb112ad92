# files: {'file': 100}, should be {'file': 554}
import contextlib
import random
import resource

import micrograd.tensor as mt
from micrograd import MLP, Adam, Value, draw_dot, write_player

@contextlib.contextmanager
def disk_full(size):  # no file can be longer than size
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
random.seed(1)


save = MLP(2, [3, 1]).save
save('file')
with disk_full(100): save('file')
