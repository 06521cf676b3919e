"""What it costs to paint several pictures with one network, and what it paints in between."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float32

from compsparse.statistics import api as stats
from compsparse.studies.regime.judging.grid import JUDGED, on_grid
from compsparse.studies.regime.known_means import Statistics
from compsparse.studies.regime.network.forward import whole_image
from compsparse.studies.regime.network.pixels import IMAGE_SIZE, pixel_inputs
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import read_networks
from compsparse.studies.regime.several_images.train_painters import SELECTED_INPUTS, selected
from compsparse.studies.regime.targets.colour_lines import as_lines
from compsparse.studies.regime.targets.similarity import ssim
from compsparse.studies.regime.targets.stored import read_target

TARGET, SINGLE, JOINT = NETWORKS = ("target", "single", "joint")


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    depth: int,
    units: Mapping[str, int],
    targets: Sequence[str],
    n: Sequence[float],
    between: Sequence[float],
) -> stats.Evaluation:
    """Return a row per network and value of n, and the costs of joint networks.

    Inputs: targets; joint, networks of all of them; singles, of one target each in their order.

    Of the first run, and of the targets, there is a row per line of the picture on the judged
    grid, with its colours as one text, #rrggbb for each pixel; of other runs there is one row.

    Args:
        n: of each target.
        between: further values of n at which the first run's joint network is shown.
    """
    shape = LayeredShape.from_units(depth, units, SELECTED_INPUTS)
    wanted = [read_target(path).rgb for path in stats.many(inputs, "targets")]
    joint = read_networks(stats.single(inputs, "joint")).weights
    singles = [read_networks(path).weights for path in stats.many(inputs, "singles")]
    parts: list[pd.DataFrame] = []
    cost: dict[str, list[float]] = {name: [] for name in targets}
    apart: dict[str, list[float]] = {name: [] for name in targets}
    for target, (name, value) in enumerate(zip(targets, n, strict=True)):
        facts: dict[str, str | float] = {
            "network": TARGET,
            "run": 0,
            "n": value,
            "target": name,
            "error": 0.0,
            "ssim": 1.0,
        }
        parts.append(_rows(facts, wanted[target]))
        for run, (joint_weights, single_weights) in enumerate(
            zip(joint, singles[target], strict=True)
        ):
            errors = {}
            for network, weights in ((SINGLE, single_weights), (JOINT, joint_weights)):
                painted = _painted(shape, weights, value)
                errors[network] = [float(np.mean((painted - other) ** 2)) for other in wanted]
                facts |= {"network": network, "run": run, "error": errors[network][target]}
                facts["ssim"] = float(ssim(painted, wanted[target]))
                parts.append(_rows(facts, painted if run == 0 else None))
            error, others = errors[JOINT][target], np.delete(errors[JOINT], target)
            cost[name].append(np.log10(error / errors[SINGLE][target]))
            apart[name].append(np.log10(error / others.min()))
    for value in between:
        facts = {"network": JOINT, "run": 0, "n": value}
        parts.append(_rows(facts, _painted(shape, joint[0], value)))
    statistics: Statistics = {
        f"{measure}_{name}": stats.MeanOf(np.array(samples))
        for measure, by_target in (("cost", cost), ("apart", apart))
        for name, samples in by_target.items()
    }
    return stats.Evaluation(pd.concat(parts, ignore_index=True), statistics)


def _painted(
    shape: LayeredShape, weights: Float32[np.ndarray, " weight"], n: float
) -> Float32[np.ndarray, "row column channel"]:
    return whole_image(shape, torch.from_numpy(weights), selected(pixel_inputs(IMAGE_SIZE), n))


def _rows(
    facts: Mapping[str, str | float], picture: Float32[np.ndarray, "row column channel"] | None
) -> pd.DataFrame:
    columns = ("network", "run", "n", "target", "error", "ssim")
    lines = [""] if picture is None else as_lines(on_grid(picture, JUDGED))
    known = {name: facts.get(name, "" if name == "target" else np.nan) for name in columns}
    return pd.DataFrame({**known, "line": np.arange(len(lines)), "colours": lines})
