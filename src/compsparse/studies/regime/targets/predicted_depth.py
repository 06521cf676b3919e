"""The depth that the complexity r of a picture, bytes of its PNG over raw bytes, predicts.

best depth = a r + b, by least squares. The encoder (``targets.png_complexity``) and the form were
fixed before any sweep over depths. The document's line goes through its three artifacts (document
001, Figure 4).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64
from pydantic import Field

from workflow_engine.configuration.values import Positive, PositiveNumber, StrictModel

Values = Float64[np.ndarray, " target"]


class Artifact(StrictModel):
    """A picture of the document, and its best depth there; fields in the order of columns."""

    complexity: PositiveNumber = Field(description="bytes of the PNG over bytes of the raw image")
    depth: Positive
    name: str


@dataclass(frozen=True)
class Line:
    """Depth as a linear function of complexity, not clipped."""

    slope: float  # layers per unit of complexity
    intercept: float  # layers at complexity 0

    @classmethod
    def through(cls, complexities: Values, depths: Values) -> "Line":
        """Return the line of least squares; at least two complexities must differ."""
        apart = complexities - complexities.mean()
        if not apart.any():
            raise ValueError(
                f"All {len(complexities)} pictures have one complexity, {complexities[0]:g}; a "
                "line needs two at least."
            )
        slope = float(apart @ depths / (apart @ apart))
        return cls(slope, float(depths.mean() - slope * complexities.mean()))

    @classmethod
    def through_artifacts(cls, artifacts: Sequence[Artifact]) -> "Line":
        """Return the line through the document's artifacts."""
        return cls.through(
            np.array([artifact.complexity for artifact in artifacts], dtype=np.float64),
            np.array([artifact.depth for artifact in artifacts], dtype=np.float64),
        )

    def depth(self, complexity: float) -> float:
        """Return the depth on the line, which may lie below the first layer."""
        return self.slope * complexity + self.intercept
