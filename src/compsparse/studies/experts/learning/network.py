"""Networks of layers one after the other, each routed among experts by what it sees, or dense.

Many networks stand on the first axis. All is products of matrices in numpy, whose bytes are the
same on all x86-64 machines.
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial

import numpy as np
from jaxtyping import Float32, Int64

from compsparse.studies.experts.learning.gates import Highest, Softmax

Shapes = dict[str, tuple[int, ...]]  # of the weights of a layer of one network, by name
Weights = dict[str, Float32[np.ndarray, "net ..."]]


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

    @property
    def codes(self) -> int:
        """Columns of codes that it sees."""
        return self.sees[1] - self.sees[0]

    def shapes(self, inputs: int, outputs: int) -> Shapes:
        """Return the shapes of the weights; a dense layer is one expert that reads its codes, too.

        Experts and router read a column of ones as well, so that biases are weights.
        """
        number = max(self.experts + self.shared, 1)
        hidden = number * self.width
        read = inputs if self.experts else inputs + self.codes
        router: Shapes = {"router": (self.codes + 1, self.experts)} if self.experts else {}
        lower, upper, bias = (read + 1, hidden), (hidden, outputs), (number, outputs)
        return {"lower": lower, "upper": upper, "bias": bias, **router}

    def parameters(self, dimension: int) -> int:
        """Return how many there are, for so many inputs and outputs besides the codes."""
        return sum(int(np.prod(shape)) for shape in self.shapes(dimension, dimension).values())


@dataclass(frozen=True)
class RoutedLayer:
    """A layer whose router keeps the experts with the highest scores, as jobs describe it.

    Attributes:
        routed: experts among which the router chooses; 0 of a dense layer.
        kept: how many of them each input goes to.
        shared: 1 with an expert that is always active, which is all there is of a dense layer.
        width: hidden units of an expert.
        balanced: offsets follow the load.
    """

    routed: int
    kept: int
    shared: int
    width: int
    balanced: bool = False

    def __post_init__(self) -> None:
        """Refuse sizes below what there must be, and more experts kept than there are."""
        keeps_some = 1 <= self.kept <= self.routed or self.kept == self.routed == 0
        has_experts = self.shared in (0, 1) and self.routed + self.shared > 0
        if not keeps_some or not has_experts or self.width < 1:
            raise ValueError(
                "A layer keeps at least 1 and at most all of its routed experts, if there are any, "
                f"has at most one that is shared, and some expert of some width; not {self}."
            )

    def layer(self, inputs: int, offset_step: float) -> Layer:
        """Return it as a layer of a network that sees ``inputs`` columns, if it is routed."""
        if not self.routed:
            return Layer((0, 0), 0, self.width)
        step = offset_step if self.balanced else 0.0
        gate = partial(Highest, self.routed, self.kept, step)
        return Layer((0, inputs), self.routed, self.width, self.shared, gate)

    def multiplications(self, inputs: int, outputs: int) -> int:
        """Return those that an input takes, the router's included."""
        active_width = (self.kept + self.shared) * self.width
        return active_width * (inputs + outputs) + self.routed * inputs


class Experts:
    """Experts of equal width, sum_e g_e (W2_e relu(W1_e x) + b2_e), and the gradient of it.

    Without a gate all have the weight 1, so that one expert is a dense layer. Arrays as large as
    hidden units are kept from step to step: fresh ones would drive others out of the caches.
    """

    def __init__(self, layer: Layer, weights: Weights, gradient: Weights) -> None:
        """Bind to the weights of the layer in all networks, and to their gradient."""
        self.layer, self.weights, self._gradient = layer, weights, gradient
        networks, number, _ = weights["bias"].shape
        self.gate = layer.gate() if layer.experts else None
        if isinstance(self.gate, Highest):
            self.gate.offset = np.repeat(self.gate.offset, networks, axis=0)
        # sums over the units of an expert
        self._sum = np.kron(np.eye(number), np.ones((layer.width, 1))).astype(np.float32)
        self._kept: dict[str, np.ndarray] = {}

    def rows(self, part: slice) -> "Experts":
        """Return those of some networks, which share weights, gradient and offsets with these."""
        chosen = copy(self)
        chosen.weights = {name: values[part] for name, values in self.weights.items()}
        chosen._gradient = {name: values[part] for name, values in self._gradient.items()}
        if isinstance(self.gate, Highest):
            chosen.gate = self.gate.rows(part)
        chosen._kept = {}
        return chosen

    def _array(self, name: str, shape: tuple[int, ...]) -> np.ndarray:
        """Return an array that stays what it was, all ones at first."""
        if name not in self._kept or self._kept[name].shape != shape:
            self._kept[name] = np.ones(shape, dtype=np.float32)
        return self._kept[name]

    def forward(
        self,
        x: Float32[np.ndarray, "net batch inputs"],
        codes: Float32[np.ndarray, "net batch code"],
    ) -> Float32[np.ndarray, "net batch outputs"]:
        """Return the outputs; keeps what the gradient needs."""
        many, inputs = x.shape[:2], x.shape[2]
        _, read, units = self.weights["lower"].shape
        self._seen = self._array("seen", (*many, self.layer.codes + 1))
        self._seen[..., :-1] = codes[..., slice(*self.layer.sees)]
        self._x = self._array("x", (*many, read))
        self._x[..., :inputs] = x
        if self.gate is None:
            self._x[..., inputs:] = self._seen
        hidden = np.matmul(
            self._x, self.weights["lower"], out=self._array("hidden", (*many, units))
        )
        # with the number 0 it takes five times as long
        np.maximum(hidden, np.zeros(units, dtype=np.float32), out=hidden)
        self._hidden = self._gated = hidden
        if self.gate is None:
            bias = self.weights["bias"].sum(1, keepdims=True)
            return np.asarray(hidden @ self.weights["upper"] + bias)
        self._gates = self.gate.open(self._seen @ self.weights["router"])
        if self.layer.shared:
            ones = np.ones((*many, 1), dtype=np.float32)
            self._gates = np.concatenate([self._gates, ones], axis=2)
        self._factor = np.repeat(self._gates, self.layer.width, axis=2)
        self._gated = np.multiply(hidden, self._factor, out=self._array("gated", hidden.shape))
        outputs = self._gated @ self.weights["upper"]
        outputs += self._gates @ self.weights["bias"]
        return np.asarray(outputs)

    def backward(
        self, slope: Float32[np.ndarray, "net batch outputs"], sparsity: float
    ) -> Float32[np.ndarray, "net batch hidden"]:
        """Write the gradient for slopes of the loss in the outputs; return those in hidden units.

        The gate may move offsets.
        """
        gradient, room = self._gradient, self._hidden.shape
        np.matmul(self._gated.mT, slope, out=gradient["upper"])
        passed = np.matmul(slope, self.weights["upper"].mT, out=self._array("passed", room))
        if self.gate is None:
            gradient["bias"][:] = slope.sum(1, keepdims=True)
        else:
            np.matmul(self._gates.mT, slope, out=gradient["bias"])
            of_gates = np.multiply(passed, self._hidden, out=self._gated) @ self._sum
            of_gates += slope @ self.weights["bias"].mT
            of_scores = self.gate.slope(of_gates[..., : self.layer.experts])
            np.matmul(self._seen.mT, of_scores, out=gradient["router"])
            if sparsity:
                gradient["router"] += np.float32(sparsity) * np.sign(self.weights["router"])
            passed *= self._factor
        passed *= self._hidden > 0
        np.matmul(self._x.mT, passed, out=gradient["lower"])
        return passed


class Network:
    """Equal networks side by side.

    Attributes:
        parameters, gradient: of all networks.
        sparsity: weight of the sum of absolute router weights in the loss.
    """

    def __init__(
        self, layers: Sequence[Layer], outputs: int, networks: int, inputs: int | None = None
    ) -> None:
        """Start with all weights 0; ``inputs`` of the first layer are as ``outputs`` of all."""
        self.layers, self._outputs, self.sparsity = tuple(layers), outputs, 0.0
        sizes = [inputs or outputs] + [outputs] * (len(layers) - 1)
        shapes = [layer.shapes(size, outputs) for layer, size in zip(layers, sizes, strict=True)]
        self.parameters, weights = lay_out(shapes, networks)
        self.gradient, slopes = lay_out(shapes, networks)
        self._experts = [Experts(*p) for p in zip(layers, weights, slopes, strict=True)]

    @property
    def weights(self) -> list[Weights]:
        """The weights of each layer by name: views on the parameters."""
        return [experts.weights for experts in self._experts]

    @property
    def gates(self) -> list[Softmax | Highest | None]:
        """How routers weigh experts, by layer; None of a dense one."""
        return [experts.gate for experts in self._experts]

    @property
    def widest(self) -> int:
        """The hidden units of the widest layer."""
        return max(int(weights["upper"].shape[1]) for weights in self.weights)

    def rows(self, part: slice) -> "Network":
        """Return some of the networks, which share parameters and offsets with these."""
        chosen = copy(self)
        chosen.parameters, chosen.gradient = self.parameters[part], self.gradient[part]
        chosen._experts = [experts.rows(part) for experts in self._experts]
        return chosen

    def initialize(self, randoms: Sequence[np.random.Generator]) -> None:
        """Draw the weights of each network: uniform as torch's linear layers, routers as gates."""
        for network, random in enumerate(randoms):
            for layer, gate, weights in zip(self.layers, self.gates, self.weights, strict=True):
                inputs = weights["lower"].shape[1] - 1
                for name, fan_in in (("lower", inputs), ("upper", layer.width)):
                    values = weights[name][network]
                    values[:] = random.uniform(-1, 1, values.shape) / np.sqrt(fan_in)
                if gate is not None:
                    router = weights["router"][network]
                    router[:] = gate.first_weights(router.shape, random)

    def forward(
        self, x: Float32[np.ndarray, "net batch d"], codes: Float32[np.ndarray, "net batch code"]
    ) -> Float32[np.ndarray, "net batch out"]:
        """Return the outputs; keeps what the gradient needs."""
        for experts in self._experts:
            x = experts.forward(x, codes)
        return x

    def backward(self, slope: Float32[np.ndarray, "net batch out"]) -> None:
        """Write the gradient for slopes of the loss in the outputs; gates may move offsets."""
        for place, experts in reversed(list(enumerate(self._experts))):
            hidden = experts.backward(slope, self.sparsity)
            if place > 0:
                slope = (hidden @ experts.weights["lower"].mT)[..., : self._outputs]

    def paths(
        self, codes: Float32[np.ndarray, "combination code"]
    ) -> Int64[np.ndarray, "net combination"]:
        """Return for each combination which experts weigh most, as one number; 0 if dense."""
        path = np.zeros((len(self.parameters), len(codes)), dtype=np.int64)
        padded = np.concatenate([codes, np.ones_like(codes[:, :1])], axis=1)
        for layer, weights in zip(self.layers, self.weights, strict=True):
            if layer.experts:
                columns = [*range(*layer.sees), -1]
                chosen = (padded[:, columns] @ weights["router"]).argmax(axis=2)
                path = path * layer.experts + chosen
        return path


def lay_out(
    shapes: Sequence[Shapes], networks: int
) -> tuple[Float32[np.ndarray, "net parameter"], list[Weights]]:
    """Return zeros for the parameters of each network, and views on them, part by part."""
    sizes = [int(np.prod(shape)) for part in shapes for shape in part.values()]
    flat = np.zeros((networks, sum(sizes)), dtype=np.float32)
    columns = iter(np.split(flat, np.cumsum(sizes)[:-1], axis=1))
    views = [
        {name: next(columns).reshape(networks, *shape) for name, shape in part.items()}
        for part in shapes
    ]
    return flat, views
