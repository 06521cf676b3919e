"""Acceptance bands: the values of a metric for which a claim is said to hold."""

import math

from pydantic import model_validator

from workflow_engine.validation.strict_model import StrictModel


class Band(StrictModel):
    """A closed, half-open or one-sided interval of accepted values, or one single value.

    Attributes:
        low, high: inclusive edges; an absent one leaves that side unbounded.
        above, below: exclusive edges, for a sign or a chance level: a metric that sits on the
            level of no effect, say because every outcome is tied, is no evidence for an effect.
        equal: the one accepted value; for exact claims only.
    """

    low: float | None = None
    high: float | None = None
    above: float | None = None
    below: float | None = None
    equal: float | None = None

    @model_validator(mode="after")
    def _means_something(self) -> "Band":
        edges = self.as_json()
        if not edges:
            raise ValueError("The band has no bound; give low, high, above, below or equal.")
        if self.equal is not None and len(edges) > 1:
            raise ValueError(f"The band has equal and another bound ({edges}); give equal alone.")
        for inclusive, exclusive in (("low", "above"), ("high", "below")):
            if {inclusive, exclusive} <= edges.keys():
                raise ValueError(
                    f"The band has both {inclusive} and {exclusive} ({edges}); give {inclusive} "
                    f"for an inclusive edge or {exclusive} for an exclusive one."
                )
        if self.equal is None and self.lower_edge >= self.upper_edge:
            raise ValueError(
                f"The band's lower edge {self.lower_edge:g} is not below its upper edge "
                f"{self.upper_edge:g}; swap them, or write equal for a single value."
            )
        return self

    @property
    def lower_edge(self) -> float:
        """The lower edge; minus infinity where that side is unbounded."""
        given = [edge for edge in (self.low, self.above, self.equal) if edge is not None]
        return given[0] if given else -math.inf

    @property
    def upper_edge(self) -> float:
        """The upper edge; infinity where that side is unbounded."""
        given = [edge for edge in (self.high, self.below, self.equal) if edge is not None]
        return given[0] if given else math.inf

    def lies_above(self, value: float) -> bool:
        """Return whether the whole band lies above ``value``."""
        return value < self.lower_edge or value == self.above

    def lies_below(self, value: float) -> bool:
        """Return whether the whole band lies below ``value``."""
        return value > self.upper_edge or value == self.below

    def contains(self, value: float) -> bool:
        """Return whether ``value`` is accepted."""
        return not self.lies_above(value) and not self.lies_below(value)

    def as_json(self) -> dict[str, float]:
        """Return the given bounds by name, as they stand in ``claims.json``."""
        return {name: edge for name, edge in self.model_dump().items() if edge is not None}

    def __str__(self) -> str:
        """Return the band as a reader writes it: ``= 0``, ``> 0.5``, ``[-0.1, 0.1]``."""
        if self.equal is not None:
            return f"= {self.equal:g}"
        lower = f"{'>' if self.low is None else '>='} {self.lower_edge:g}"
        upper = f"{'<' if self.high is None else '<='} {self.upper_edge:g}"
        if math.isinf(self.upper_edge):
            return lower
        if math.isinf(self.lower_edge):
            return upper
        if self.low is not None and self.high is not None:
            return f"[{self.low:g}, {self.high:g}]"
        return f"{lower} and {upper}"
