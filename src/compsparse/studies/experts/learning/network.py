"""Networks of layers one after the other, each routed among experts by what it sees, or dense."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32, Int64

from compsparse.studies.experts.learning.experts import Experts, Shapes, lay_out
from compsparse.studies.experts.learning.gates import Highest, Softmax


@dataclass(frozen=True)
class Layer:
    """A layer and the codes it sees: by them it chooses among its experts, or reads them if dense.

    Attributes:
        sees: first and last column of the codes, the last one excluded.
        experts: among which the router chooses; 0 of a dense layer.
        width: hidden units of each expert, or of the dense layer.
        shared: 1 with an expert that is always active, with the weight 1.
        gate: how the router weighs the others.
    """

    sees: tuple[int, int]
    experts: int
    width: int
    shared: int = 0
    gate: Callable[[], Softmax | Highest] = Softmax

    def parameters(self, dimension: int) -> int:
        """Return how many there are, for so many inputs and outputs besides the codes."""
        return sum(int(np.prod(shape)) for shape in self.shapes(dimension, dimension).values())

    def shapes(self, inputs: int, outputs: int) -> Shapes:
        """Return the shapes of the weights of experts and router."""
        router: Shapes = {"router": (self.codes + 1, self.experts)} if self.experts else {}
        return self.made(inputs, outputs).shapes | router

    def made(self, inputs: int, outputs: int) -> Experts:
        """Return the experts; a dense layer is one that reads its codes, too."""
        read = inputs if self.experts else inputs + self.codes
        return Experts(read, max(self.experts + self.shared, 1), self.width, outputs)

    @property
    def codes(self) -> int:
        """Columns of codes that it sees."""
        return self.sees[1] - self.sees[0]


class Network:
    """Equal networks side by side.

    Attributes:
        parameters, gradient: of all networks.
        weights: of the experts and the router of each layer by name, views on the parameters.
        gates: of each layer with experts.
        sparsity: weight of the sum of absolute router weights in the loss.
    """

    def __init__(
        self, layers: Sequence[Layer], outputs: int, networks: int, inputs: int | None = None
    ) -> None:
        """Start with all weights 0; ``inputs`` of the first layer are as ``outputs`` of all."""
        self.layers, self._outputs = tuple(layers), outputs
        self.sparsity = 0.0
        sizes = [(inputs or outputs, outputs), *[(outputs, outputs)] * (len(layers) - 1)]
        sized = list(zip(layers, sizes, strict=True))
        self._experts = [layer.made(*size) for layer, size in sized]
        self.gates = [layer.gate() if layer.experts else None for layer in layers]
        shapes = [layer.shapes(*size) for layer, size in sized]
        self.parameters, self.weights = lay_out(shapes, networks)
        self.gradient, self._slopes = lay_out(shapes, networks)

    def initialize(self, randoms: Sequence[np.random.Generator]) -> None:
        """Draw the weights of each network: uniform as torch's linear layers, routers as gates."""
        for network, random in enumerate(randoms):
            parts = zip(self.layers, self.gates, self.weights, strict=True)
            for layer, gate, weights in parts:
                inputs = weights["lower"].shape[1] - 1
                for name, fan_in in (("lower", inputs), ("upper", layer.width)):
                    values = weights[name][network]
                    values[:] = random.uniform(-1, 1, values.shape) / np.sqrt(fan_in)
                if gate is not None:
                    router = weights["router"]
                    router[network] = gate.first_weights(router.shape[1:], random)

    def forward(
        self, x: Float32[np.ndarray, "net batch d"], codes: Float32[np.ndarray, "net batch code"]
    ) -> Float32[np.ndarray, "net batch out"]:
        """Return the outputs; keeps what the gradient needs."""
        self._seen = []
        ones = np.ones((*codes.shape[:2], 1), dtype=np.float32)
        parts = zip(self.layers, self._experts, self.gates, self.weights, strict=True)
        for layer, experts, gate, weights in parts:
            seen, gates = codes[..., slice(*layer.sees)], None
            read = [x, ones] if gate else [x, seen, ones]
            if gate is not None:
                seen = np.concatenate([seen, ones], axis=2)
                gates = gate.open(seen @ weights["router"])
            if layer.shared and gates is not None:
                gates = np.concatenate([gates, ones], axis=2)
            self._seen.append(seen)
            x = experts.forward(weights, np.concatenate(read, axis=2), gates)
        return x

    def backward(self, slope: Float32[np.ndarray, "net batch out"]) -> None:
        """Write the gradient for slopes of the loss in the outputs; gates may move offsets."""
        for place in reversed(range(len(self.layers))):
            weights, gradient = self.weights[place], self._slopes[place]
            below, of_gates = self._experts[place].backward(
                weights, gradient, slope, below=place > 0
            )
            gate = self.gates[place]
            if gate is not None and of_gates is not None:
                of_scores = gate.slope(of_gates[..., : self.layers[place].experts])
                np.matmul(self._seen[place].mT, of_scores, out=gradient["router"])
                if self.sparsity:
                    gradient["router"] += np.float32(self.sparsity) * np.sign(weights["router"])
            if below is not None:
                slope = below[..., : self._outputs]

    def paths(
        self, codes: Float32[np.ndarray, "combination code"]
    ) -> Int64[np.ndarray, "net combination"]:
        """Return for each combination which experts weigh most, as one number; 0 if dense."""
        networks = len(self.parameters)
        path = np.zeros((networks, len(codes)), dtype=np.int64)
        padded = np.concatenate([codes, np.ones_like(codes[:, :1])], axis=1)
        for layer, weights in zip(self.layers, self.weights, strict=True):
            if layer.experts:
                columns = [*range(*layer.sees), -1]
                chosen = (padded[:, columns] @ weights["router"]).argmax(axis=2)
                path = path * layer.experts + chosen
        return path
