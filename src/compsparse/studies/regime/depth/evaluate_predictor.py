"""Does the complexity of a picture tell its best depth?"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.depth.best import by_depth
from compsparse.studies.regime.measures.measured import (
    READINGS,
    Statistics,
    read_measures,
    with_excess,
)
from compsparse.studies.regime.targets.predicted_depth import Artifact, Line
from compsparse.studies.regime.targets.stored import read_target


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
