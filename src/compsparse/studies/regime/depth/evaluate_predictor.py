"""Does the complexity r of a picture, bytes of its PNG over raw bytes, tell its best depth?

Predicted depth = a r + b, by least squares. The encoder (``targets.png_complexity``) and the form
were fixed before any sweep over depths. The document's line goes through its three artifacts
(document 001, Figure 4).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.regime.depth.artifact import Artifact
from compsparse.studies.regime.depth.evaluate_depth import by_depth
from compsparse.studies.regime.measures.measured import (
    READINGS,
    Statistics,
    read_measures,
    with_excess,
)
from compsparse.studies.regime.network.stored import read_target

Values = Float64[np.ndarray, " target"]


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


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    labels: Sequence[Mapping[str, Any]],
    paints: float,
    artifacts: Sequence[Artifact],
) -> stats.Evaluation:
    """Return one row per scene: its complexity, predicted and best depth.

    The predicted depth is that of the line through the document's pictures. ``concordance`` of a
    scene is the mean sign of (complexity - another's) (best depth - the other's), over all others.
    """
    table = read_measures(stats.many(inputs, "measures"), labels, paints)
    table = with_excess(table, "depth", "copy")
    targets = [read_target(path) for path in stats.many(inputs, "targets")]
    complexity = np.array([target.complexity for target in targets])
    line = Line.through_artifacts(artifacts)
    predicted = [line.depth(value) for value in complexity]
    rows = {"run": np.arange(len(targets)), "complexity": complexity, "predicted": predicted}
    statistics: Statistics = {}
    for measure in READINGS:
        values = by_depth(table, "similarity", measure)
        best = values.depths[values.best]
        rows[f"best_{measure}"] = best
        signs = np.sign(np.subtract.outer(complexity, complexity) * np.subtract.outer(best, best))
        others = signs.sum(axis=1) / (len(best) - 1)
        statistics[f"concordance_{measure}"] = stats.MeanOf(others, (-1.0, 1.0))
    fitted = [artifact.complexity for artifact in artifacts]
    outside = (complexity < min(fitted)) | (complexity > max(fitted))
    rows["outside"] = outside.astype(np.int64)
    statistics["outside"] = stats.MeanOf(outside.astype(float), stats.SHARE)
    return stats.Evaluation(pd.DataFrame(rows), statistics)
