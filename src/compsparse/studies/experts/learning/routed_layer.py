"""A layer whose router keeps the experts with the highest scores; offsets may balance their load.

As DeepSeek-V3 has it: scores are sigmoids, the top k of score plus offset are kept and their scores
divided by their sum; after each step the offset of an expert with less than the mean load rises by
a constant, that of the others falls. A shared expert is always active, with the weight 1.
Where one expert is kept its score is the gate as it is: divided by itself it would teach the router
nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float32

from compsparse.studies.experts.learning.experts import Experts, Shapes, lay_out


@dataclass(frozen=True)
class RoutedLayer:
    """What a layer is made of.

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
        """Refuse layers that cannot be.

        Raises:
            ValueError: a size below what there must be, or more experts kept than there are.
        """
        if min(self.routed, self.kept, self.shared) < 0 or self.width < 1:
            raise ValueError(
                f"Sizes of a layer are not negative and its width is at least 1: {self}."
            )
        if self.kept > self.routed or (self.routed > 0 and self.kept < 1):
            raise ValueError(
                f"The router keeps {self.kept} of {self.routed} experts; keep at least 1 and at "
                "most all of them."
            )
        if self.routed + self.shared < 1 or self.shared > 1:
            raise ValueError(f"A layer has experts, of which at most one is shared: {self}.")

    @property
    def active_width(self) -> int:
        """Hidden units that an input goes through."""
        return (self.kept + self.shared) * self.width

    def multiplications(self, inputs: int, outputs: int) -> int:
        """Return those that an input takes, the router's included."""
        return self.active_width * (inputs + outputs) + self.routed * inputs


class LayerNetwork:
    """Equal layers side by side.

    Attributes:
        parameters, gradient: of all networks.
        weights: of the experts and the router, views on the parameters.
        offset: of each expert's score, where experts are chosen.
        offset_step: by which it moves with every gradient, against the load.
    """

    def __init__(self, layer: RoutedLayer, inputs: int, outputs: int, networks: int) -> None:
        """Start with all weights 0."""
        self.layer = layer
        self._experts = Experts(inputs, layer.routed + layer.shared, layer.width, outputs)
        router: Shapes = {"router": (inputs + 1, layer.routed)} if layer.routed else {}
        shapes = [self._experts.shapes, router]
        self.parameters, self.weights = lay_out(shapes, networks)
        self.gradient, (self._slopes, self._router_slope) = lay_out(shapes, networks)
        self.offset = np.zeros((networks, 1, layer.routed), dtype=np.float32)
        self.offset_step = 0.0

    def initialize(self, randoms: Sequence[np.random.Generator]) -> None:
        """Draw the weights of each network, uniform as torch's linear layers."""
        weights, router = self.weights
        for network, random in enumerate(randoms):
            inputs = weights["lower"].shape[1] - 1
            for values, fan_in in (
                (weights["lower"], inputs),
                (weights["upper"], self.layer.width),
                *((values, inputs) for values in router.values()),
            ):
                values[network] = random.uniform(-1, 1, values.shape[1:]) / np.sqrt(fan_in)

    def forward(
        self,
        x: Float32[np.ndarray, "net batch inputs"],
        seen: Float32[np.ndarray, "net batch inputs"],
    ) -> Float32[np.ndarray, "net batch outputs"]:
        """Return the outputs; ``seen`` is what the router reads. Keeps what the gradient needs."""
        weights, router = self.weights
        ones = np.ones((*x.shape[:2], 1), dtype=np.float32)
        padded = np.concatenate([x, ones], axis=2)
        if not self.layer.routed:
            return self._experts.forward(weights, padded, None)
        self._seen = np.concatenate([seen, ones], axis=2)
        scores = 1 / (1 + np.exp(-(self._seen @ router["router"])))
        self.kept = keep_highest(scores + self.offset, self.layer.kept)
        self._scores, self._kept_scores = scores, scores * self.kept
        self._sum = np.ones_like(ones)
        if self.layer.kept > 1:
            self._sum = self._kept_scores.sum(axis=2, keepdims=True)
        self._gates = self._kept_scores / self._sum
        gates = np.concatenate([self._gates, *[ones] * self.layer.shared], axis=2)
        return self._experts.forward(weights, padded, gates)

    def backward(self, slope: Float32[np.ndarray, "net batch outputs"]) -> None:
        """Write the gradient for slopes of the loss in the outputs, and move the offsets."""
        weights, _ = self.weights
        _, of_gates = self._experts.backward(weights, self._slopes, slope, below=False)
        if of_gates is None:
            return
        of_gates = of_gates[..., : self.layer.routed]
        if self.layer.kept > 1:
            of_gates -= (of_gates * self._gates).sum(axis=2, keepdims=True)
        of_scores = of_gates * self.kept / self._sum
        of_scores *= self._scores * (1 - self._scores)
        np.matmul(self._seen.mT, of_scores, out=self._router_slope["router"])
        if self.layer.balanced:
            load = self.kept.mean(axis=1, keepdims=True, dtype=np.float32)
            mean = self.layer.kept / self.layer.routed
            self.offset += np.float32(self.offset_step) * np.sign(mean - load)


def keep_highest(
    scores: Float32[np.ndarray, "net batch expert"], number: int
) -> Bool[np.ndarray, "net batch expert"]:
    """Return which scores are among the highest ones of their row; the first of equal ones."""
    least = np.partition(scores, -number, axis=2)[..., -number, None]
    kept: Bool[np.ndarray, "net batch expert"] = scores >= least
    many = kept.sum(axis=2) > number  # equal scores
    if many.any():
        order = np.argsort(-scores[many], axis=1, kind="stable")[:, :number]
        first = np.zeros((len(order), scores.shape[2]), dtype=bool)
        np.put_along_axis(first, order, True, axis=1)
        kept[many] = first
    return kept
