"""planted_fault: find what is wrong in a program that runs.

A network learns the parabola y = x², with an engine of its own. Run this file: the
loss falls from 4.4 to 0.7, and then it rises to 1.2 and stays there. It should come
down to 0.006. Exactly one line is wrong.

Reading alone seldom finds such a fault. Build small expressions, one operation at a
time, and compare each gradient with a slope that you have measured. Try positive and
negative numbers in every place where a number can stand. Then repair the line and leave
all others as they are. (The comment below may go; what stands below `if __name__` is
there to try things out, and may change.)
"""
import random

# TODO: one line below is wrong: find it and repair it.


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other), '+')

        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward

        return out

    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other), '*')

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward

        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), 'ReLU')

        def _backward():
            self.grad += (out.grad > 0) * out.grad
        out._backward = _backward

        return out

    def backward(self):
        topo, seen, stack = [], set(), [(self, False)]
        while stack:
            node, operands_done = stack.pop()
            if operands_done:
                topo.append(node)
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                stack.extend((operand, False) for operand in node._prev)

        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


class Network:
    """One layer of relu neurons and a linear output, for one input."""

    def __init__(self, size):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(size)]
        self.b = [Value(random.uniform(-1, 1)) for _ in range(size)]
        self.v = [Value(random.uniform(-1, 1)) for _ in range(size)]
        self.c = Value(0.0)

    def __call__(self, x):
        out = self.c
        for w, b, v in zip(self.w, self.b, self.v):
            out = out + v * (w * Value(x) + b).relu()
        return out

    def parameters(self):
        return [*self.w, *self.b, *self.v, self.c]


def loss_of(network, samples):
    """The sum of the squared errors."""
    loss = Value(0.0)
    for x, y in samples:
        error = network(x) + Value(-y)
        loss = loss + error * error
    return loss


def train(network, samples, lr, steps):
    """The losses before each step of gradient descent."""
    losses = []
    for _ in range(steps):
        loss = loss_of(network, samples)
        for p in network.parameters():
            p.grad = 0.0
        loss.backward()
        for p in network.parameters():
            p.data -= lr * p.grad
        losses.append(loss.data)
    return losses


if __name__ == '__main__':
    random.seed(4)
    parabola = [(x / 4, (x / 4) ** 2) for x in range(-4, 5)]
    losses = train(Network(8), parabola, lr=0.01, steps=400)
    print('loss', ' '.join(f'{loss:.4f}' for loss in losses[::40]))
