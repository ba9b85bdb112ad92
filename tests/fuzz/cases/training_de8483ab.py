# v0: 0.8826172, should be 0.8940724
import numpy as np

from micrograd import SGD, Adam, AdamW, Value, compile_loss
from micrograd.training.optim import Optimizer

class Box:  # whose repr does not show what it holds
    def __init__(self, rate):
        self.rate = rate

v0 = Value(0.7)
v1 = Value(-0.4)
class Own(Optimizer):
    state = ('k',)
    def __init__(self, parameters):
        super().__init__(parameters, 0.1, 0)
        self.k = 0
        self.groups = [Box(0.3)]
    def step(self):
        for p in self.parameters:
            p.data = p.data - self.groups[0].rate * p.grad
        self.k = self.k + 1
opt = Own([v0, v1])
rows = [(0.9, 0.6)]
loss = lambda a, b: (v0 * a + v1 - b) ** 2
program = compile_loss(loss, [v0, v1], 'python')
program.train(rows, optimizer=opt)
opt.groups[0].rate = 0.1
program.train(rows, optimizer=opt)
