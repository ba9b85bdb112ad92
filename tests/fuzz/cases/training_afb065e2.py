# v0: -0.3789199999999997, should be -0.26270832799999977
import numpy as np

from micrograd import SGD, Adam, AdamW, Value, compile_loss
from micrograd.training.optim import Optimizer

class Box:  # whose repr does not show what it holds
    def __init__(self, rate):
        self.rate = rate

v0 = Value(0.7)
v1 = Value(-0.4)
class Own(Optimizer):
    state = ('mean',)
    def __init__(self, parameters):
        super().__init__(parameters, 0.1, 0)
        self.mean = 0
    def step(self):
        for p in self.parameters:
            p.data = p.data - (1 + self.mean) * p.grad
        self.mean = 0.9 * self.mean + 0.1 * self.parameters[0].grad
opt = Own([v0, v1])
rows = [(0.9, 0.6)]
loss = lambda a, b: (v0 * a + v1 - b) ** 2
program = compile_loss(loss, [v0, v1], 'python')
program.train(rows, optimizer=opt)
program.train(rows, optimizer=opt)
