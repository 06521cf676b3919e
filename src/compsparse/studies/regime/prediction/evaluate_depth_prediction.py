"""Does the complexity of a picture predict its best depth? (Document 001, Figure 4.)"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.regime.known_means import Statistics
from compsparse.studies.regime.targets.predicted_depth import (
    Artifact,
    Line,
    predicted_depth,
    read_complexities,
)
from workflow_engine.artifacts.tables import read_table

MEASURES = ("score", "excess_score")  # those that targets without known parts have, too
_DENSE = "dense"
_FEWEST = 8  # targets: a line through fewer, one left out, says little


@stats.evaluates
def run(
    inputs: stats.Inputs, *, artifacts: Sequence[Artifact], shallowest: int, deepest: int
) -> stats.Evaluation:
    """Return a row per target of the sweep, kind of network and measure, and one per other target.

    Inputs: ``complexities``, the table of targets; ``peaks``, best depths of the sweep.
    ``line`` is the depth on the document's line, ``predicted`` the same rounded and clipped; a
    target without a sweep has no ``best`` depth. ``by_others`` is predicted by the line through
    all other targets of the sweep, and ``by_mean`` their mean best depth: only where there are
    enough. Each target's gain is judged: how much nearer the line of the others comes to its best
    depth than their mean.

    Args:
        artifacts: of the document.
        shallowest: depth of the sweep.
        deepest: depth of the sweep.
    """
    complexities = read_complexities(stats.single(inputs, "complexities"))
    line = Line.through_artifacts(artifacts)
    grid = (shallowest, deepest)
    peaks = read_table(stats.single(inputs, "peaks"))
    peaks = peaks[peaks["measure"].isin(MEASURES)]
    best = peaks.drop_duplicates(["kind", "measure", "target"])[
        ["kind", "measure", "target", "best"]
    ].assign(source="swept")
    document = pd.DataFrame(map(vars, artifacts)).rename(columns={"name": "target"})
    swept = set(best["target"])
    others = [name for name in complexities if name not in swept]
    table = pd.concat(
        [
            document.rename(columns={"depth": "best"}).assign(source="document"),
            best.assign(complexity=best["target"].map(complexities)),
            pd.DataFrame(
                {"target": others, "complexity": [complexities[name] for name in others]}
            ).assign(source="not swept"),
        ],
        ignore_index=True,
    )
    table["line"] = [line.depth(complexity) for complexity in table["complexity"]]
    table["predicted"] = [
        predicted_depth(line, complexity, grid) for complexity in table["complexity"]
    ]
    table["by_others"], table["by_mean"] = np.nan, np.nan
    statistics: Statistics = {"targets": stats.exact(len(swept))}
    for (kind, measure), rows in table[table["source"] == "swept"].groupby(["kind", "measure"]):
        if len(rows) < _FEWEST:
            continue
        found = _left_out(rows, grid)
        table.loc[rows.index, ["by_others", "by_mean"]] = found
        if kind != _DENSE:
            misses = np.abs(found - rows["best"].to_numpy(dtype=np.float64)[:, None])
            statistics[f"gain_{measure}_{kind}"] = stats.MeanOf(misses[:, 1] - misses[:, 0])
    return stats.Evaluation(table, statistics)


def _left_out(rows: pd.DataFrame, grid: tuple[int, int]) -> np.ndarray:
    """Return for each target the depth by the line of the others, clipped, and by their mean."""
    complexity = rows["complexity"].to_numpy(dtype=np.float64)
    best = rows["best"].to_numpy(dtype=np.float64)
    found = []
    for target in range(len(rows)):
        others = np.arange(len(rows)) != target
        line = Line.through(complexity[others], best[others])
        found.append((np.clip(line.depth(complexity[target]), *grid), best[others].mean()))
    return np.array(found)
