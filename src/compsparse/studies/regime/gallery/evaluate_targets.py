"""The pictures that networks learn, their complexity, and the sizes of built genomes."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float32

from compsparse.statistics import api as stats
from compsparse.studies.regime.judging.grid import JUDGED, on_grid
from compsparse.studies.regime.judging.terms import is_symmetric
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import IMAGE_SIZE, pixel_inputs
from compsparse.studies.regime.targets.colour_lines import as_lines
from compsparse.studies.regime.targets.generate_target import read_genome
from compsparse.studies.regime.targets.layering import layered
from compsparse.studies.regime.targets.stored import read_target, stacked


@stats.evaluates
def run(inputs: stats.Inputs, *, targets: Sequence[str]) -> stats.Evaluation:
    """Return a row per target and line of its picture on the judged grid.

    Inputs: ``targets``; ``genome_<name>``, the file of a target's genome, where it has one.

    The colours of a line are one text, #rrggbb for each pixel, so that the table stays small.
    Depth, units of a layer and weights are those of the genome as a layered network
    (``targets.layering``), copies of values included; empty where there is no genome.

    Args:
        targets: names in the order of the files.
    """
    tables: list[pd.DataFrame] = []
    differences: list[float] = []
    for name, path in zip(targets, stats.many(inputs, "targets"), strict=True):
        target = read_target(path)
        picture = on_grid(target.rgb, JUDGED)
        genome = f"genome_{name}" in inputs
        built: dict[str, float] = {"depth": np.nan, "units": np.nan, "weights": np.nan}
        if genome:
            built, difference = _layered(stats.single(inputs, f"genome_{name}"), stacked([target]))
            differences.append(difference)
        tables.append(
            pd.DataFrame(
                {
                    "target": name,
                    "genome": genome,
                    "complexity": target.complexity,
                    "symmetric": is_symmetric(picture),
                    "parts": 0 if target.part is None else len(np.unique(target.part)),
                    **built,
                    "line": np.arange(JUDGED),
                    "colours": as_lines(picture),
                }
            )
        )
    statistics = (
        {"layered_difference": stats.exact(max(differences), len(differences))}
        if differences
        else {}
    )
    return stats.Evaluation(pd.concat(tables, ignore_index=True), statistics)


def _layered(
    path: Path, wanted: Float32[torch.Tensor, "1 3 pixel"]
) -> tuple[dict[str, float], float]:
    """Return the sizes of the layered network, and the largest error of its image."""
    found = layered(read_genome(path))
    painted = images(found.shape, found.weights[None], torch.from_numpy(pixel_inputs(IMAGE_SIZE)))
    sizes = {
        "depth": float(found.shape.depth),
        "units": float(found.shape.width),
        "weights": float(found.mask.sum()),
    }
    return sizes, float((painted - wanted).abs().max())
