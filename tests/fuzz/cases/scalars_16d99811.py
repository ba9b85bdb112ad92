# gradient of v0: 0.5403023058681398, should be 1.0806046117362795
import pickle
import random
from copy import deepcopy
from fractions import Fraction

from micrograd import (
    MLP, Value, binary_cross_entropy_with_logits, cos, cross_entropy, derivative, exp,
    grad, hessian, hinge, hvp, jacobian, log, logsumexp, maximum, minimum, mse, relu,
    sigmoid, sin, softmax, softplus, sqrt, tan, tanh, where)

leaky_relu, clamp = Value.leaky_relu, Value.clamp
choose = lambda a, b, x, y: where(a > b, x, y)
mlp = lambda seed, activation, xs: (
    random.seed(seed), MLP(len(xs), [3, 1], activation=activation)(xs))[1]
unpickled = lambda x: pickle.loads(pickle.dumps(x))

v0 = Value(1.0)
v1 = hessian(lambda t, u: t * v0 * sin(u), [0.7, -1.0])[0][1]
v2 = v0 * v1
v2.backward()
