"""The depth that the complexity of a picture predicts: a line, r its PNG's share of the raw bytes.

best depth = a r + b, by least squares; rounded, and clipped to a grid of depths, since lines go on
below the first layer. Encoder (``targets.png_complexity``) and form were fixed before any sweep
over depths. The document's line goes through its three artifacts (document 001, Figure 4).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float64

from workflow_engine.artifacts.tables import read_table

Values = Float64[np.ndarray, " target"]


@dataclass(frozen=True)
class Line:
    """Depth against complexity, continued without end."""

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
    def of_document(cls, points: Sequence[Mapping[str, Any]]) -> "Line":
        """Return the line through points that have ``complexity`` and ``depth``."""
        complexities, depths = (
            np.array([point[name] for point in points], dtype=np.float64)
            for name in ("complexity", "depth")
        )
        return cls.through(complexities, depths)

    def at(self, complexity: float) -> float:
        """Return the depth on the line, which may lie below the first layer."""
        return self.slope * complexity + self.intercept


def predicted_depth(line: Line, complexity: float, grid: tuple[int, int]) -> int:
    """Return the depth on the line, rounded and clipped to a grid from its first to its last."""
    return int(np.clip(np.rint(line.at(complexity)), *grid))


def read_complexities(targets: Path) -> dict[str, float]:
    """Return the complexity of each picture in the table of targets."""
    table = read_table(targets).drop_duplicates("target")
    return dict(zip(table["target"], table["complexity"].tolist(), strict=True))


def require_predicted(
    depths: Mapping[str, int], complexities: Mapping[str, float], line: Line, grid: tuple[int, int]
) -> None:
    """Refuse depths that are not those which the complexities predict, and say which are."""
    # a plan reads no pictures, so the depths stand in params.yaml
    predicted = {name: predicted_depth(line, complexities[name], grid) for name in depths}
    for name, depth in depths.items():
        if depth != predicted[name]:
            raise ValueError(
                f"params.yaml, regime.prediction.depths: {name} has {depth}. Its complexity is "
                f"{complexities[name]:.4f}, for which {line.slope:.1f} r {line.intercept:+.1f}, "
                f"clipped to {grid[0]} to {grid[1]} layers, predicts {predicted[name]}. Write "
                f"{name}: {predicted[name]}."
            )
