import random

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
            self.grad += (out.data > 0) * out.grad
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
    losses = train(Network(8), parabola, lr=0.02, steps=400)
    print('loss', ' '.join(f'{loss:.4f}' for loss in losses[::40]))
