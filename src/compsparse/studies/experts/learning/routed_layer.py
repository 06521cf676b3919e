"""A layer whose router keeps the experts with the highest scores, as jobs describe it."""

from dataclasses import dataclass
from functools import partial

from compsparse.studies.experts.learning.gates import Highest
from compsparse.studies.experts.learning.network import Layer


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
