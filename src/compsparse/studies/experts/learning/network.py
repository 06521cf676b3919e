"""Networks of layers one after the other, each routed among experts by codes, or dense."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32, Int64

from compsparse.studies.experts.learning.experts import Experts, Shapes, lay_out

ROUTER_SPREAD = 0.5  # of first weights, whatever a router sees


@dataclass(frozen=True)
class Layer:
    """A layer and the codes it sees: by them it chooses among its experts, or reads them if dense.

    Attributes:
        sees: first and last column of the codes, the last one excluded.
        experts: 0 of a dense layer.
        width: hidden units of each expert, or of the dense layer.
    """

    sees: tuple[int, int]
    experts: int
    width: int

    def parameters(self, dimension: int) -> int:
        """Return how many there are, for so many inputs and outputs besides the codes."""
        return sum(int(np.prod(s)) for part in self.shapes(dimension) for s in part.values())

    def shapes(self, dimension: int) -> list[Shapes]:
        """Return the shapes of experts and router."""
        router: Shapes = {"router": (self.codes + 1, self.experts)} if self.experts else {}
        return [self.made(dimension).shapes, router]

    def made(self, dimension: int) -> Experts:
        """Return the experts; a dense layer is one that reads its codes, too."""
        read = dimension if self.experts else dimension + self.codes
        return Experts(read, max(self.experts, 1), self.width, dimension)

    @property
    def codes(self) -> int:
        """Columns of codes that it sees."""
        return self.sees[1] - self.sees[0]


class Network:
    """Equal networks side by side.

    Attributes:
        parameters, gradient: of all networks.
        weights: of the experts and the router of each layer, views on the parameters.
        sparsity: weight of the sum of absolute router weights in the loss.
    """

    def __init__(self, layers: Sequence[Layer], dimension: int, networks: int) -> None:
        """Start with all weights 0; inputs and outputs of all layers have ``dimension`` numbers."""
        self.layers, self._dimension = tuple(layers), dimension
        self.sparsity = 0.0
        self._experts = [layer.made(dimension) for layer in layers]
        shapes = [part for layer in layers for part in layer.shapes(dimension)]
        self.parameters, views = lay_out(shapes, networks)
        self.gradient, slopes = lay_out(shapes, networks)
        self.weights = list(zip(views[::2], views[1::2], strict=True))
        self._slopes = list(zip(slopes[::2], slopes[1::2], strict=True))

    def initialize(self, randoms: Sequence[np.random.Generator]) -> None:
        """Draw the weights of each network: uniform as torch's linear layers, routers normal."""
        for network, random in enumerate(randoms):
            for layer, (experts, router) in zip(self.layers, self.weights, strict=True):
                inputs = experts["lower"].shape[1] - 1
                for name, fan_in in (("lower", inputs), ("upper", layer.width)):
                    values = experts[name][network]
                    values[:] = random.uniform(-1, 1, values.shape) / np.sqrt(fan_in)
                for values in router.values():
                    values[network] = ROUTER_SPREAD * random.standard_normal(values.shape[1:])

    def forward(
        self, x: Float32[np.ndarray, "net batch d"], codes: Float32[np.ndarray, "net batch code"]
    ) -> Float32[np.ndarray, "net batch d"]:
        """Return the outputs; keeps what the gradient needs."""
        self._seen, self._gates = [], []
        ones = np.ones((*codes.shape[:2], 1), dtype=np.float32)
        for layer, experts, (weights, router) in zip(
            self.layers, self._experts, self.weights, strict=True
        ):
            seen = codes[..., slice(*layer.sees)]
            gates = None
            if router:
                seen = np.concatenate([seen, ones], axis=2)
                gates = softmax(seen @ router["router"])
            self._seen.append(seen)
            self._gates.append(gates)
            read = [x, ones] if router else [x, seen, ones]
            x = experts.forward(weights, np.concatenate(read, axis=2), gates)
        return x

    def backward(self, slope: Float32[np.ndarray, "net batch d"]) -> None:
        """Write the gradient for slopes of the loss in the outputs."""
        for place in reversed(range(len(self.layers))):
            (weights, router), (gradient, of_router) = self.weights[place], self._slopes[place]
            below, of_gates = self._experts[place].backward(
                weights, gradient, slope, below=place > 0
            )
            if of_gates is not None:
                gates = self._gates[place]
                of_gates -= (of_gates * gates).sum(axis=2, keepdims=True)
                of_gates *= gates
                np.matmul(self._seen[place].mT, of_gates, out=of_router["router"])
                if self.sparsity:
                    of_router["router"] += np.float32(self.sparsity) * np.sign(router["router"])
            if below is not None:
                slope = below[..., : self._dimension]

    def paths(
        self, codes: Float32[np.ndarray, "combination code"]
    ) -> Int64[np.ndarray, "net combination"]:
        """Return for each combination which experts weigh most, as one number; 0 if dense."""
        networks = len(self.parameters)
        path = np.zeros((networks, len(codes)), dtype=np.int64)
        padded = np.concatenate([codes, np.ones_like(codes[:, :1])], axis=1)
        for layer, (_, router) in zip(self.layers, self.weights, strict=True):
            if router:
                columns = [*range(*layer.sees), -1]
                chosen = (padded[:, columns] @ router["router"]).argmax(axis=2)
                path = path * layer.experts + chosen
        return path


def softmax(
    scores: Float32[np.ndarray, "net batch expert"],
) -> Float32[np.ndarray, "net batch expert"]:
    """Return gates that sum to 1; the scores are overwritten."""
    scores -= scores.max(axis=2, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=2, keepdims=True)
    return scores
