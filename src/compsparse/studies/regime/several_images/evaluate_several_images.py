"""What it costs to paint several pictures with one network, and what lies between them."""

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float32

from compsparse.statistics import api as stats
from compsparse.studies.regime.judging.grid import JUDGED, on_grid
from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import read_networks
from compsparse.studies.regime.several_images.selector import SELECTED_INPUTS, selected
from compsparse.studies.regime.targets.colour_lines import as_lines
from compsparse.studies.regime.targets.image_size import IMAGE_SIZE
from compsparse.studies.regime.targets.similarity import ssim
from compsparse.studies.regime.targets.stored import read_target

TARGET, SINGLE, JOINT = NETWORKS = ("target", "single", "joint")


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return a row per network and value of n, and what a joint network lacks beside single ones.

    Inputs: targets; joint, networks of all of them; singles, of one target each in their order.
    Params: depth and units, the shape besides its five inputs; targets, their names; n, of each of
    them; between, values of n at which the first run's joint network is shown besides.

    Of the first run, and of the targets, there is a row per line of the picture on the judged
    grid, with its colours as one text, #rrggbb for each pixel; of other runs there is one row.
    """
    shape = LayeredShape.of(params["depth"], params["units"], SELECTED_INPUTS)
    names, chosen = params["targets"], params["n"]
    wanted = [read_target(path).rgb for path in stats.many(inputs, "targets")]
    joint = read_networks(stats.single(inputs, "joint")).weights
    singles = [read_networks(path).weights for path in stats.many(inputs, "singles")]
    parts: list[pd.DataFrame] = []
    cost: dict[str, list[float]] = {name: [] for name in names}
    apart: dict[str, list[float]] = {name: [] for name in names}
    for place, (name, n) in enumerate(zip(names, chosen, strict=True)):
        facts = {"network": TARGET, "run": 0, "n": n, "target": name, "error": 0.0, "ssim": 1.0}
        parts.append(_rows(facts, wanted[place]))
        for run, (of_all, of_one) in enumerate(zip(joint, singles[place], strict=True)):
            errors = {}
            for network, weights in ((SINGLE, of_one), (JOINT, of_all)):
                painted = _painted(shape, weights, n)
                errors[network] = [float(np.mean((painted - other) ** 2)) for other in wanted]
                facts |= {"network": network, "run": run, "error": errors[network][place]}
                facts["ssim"] = float(ssim(painted, wanted[place]))
                parts.append(_rows(facts, painted if run == 0 else None))
            own, others = errors[JOINT][place], np.delete(errors[JOINT], place)
            cost[name].append(np.log10(own / errors[SINGLE][place]))
            apart[name].append(np.log10(own / others.min()))
    for n in params["between"]:
        facts = {"network": JOINT, "run": 0, "n": n}
        parts.append(_rows(facts, _painted(shape, joint[0], n)))
    statistics: dict[str, stats.Interval | stats.MeanOf] = {}
    for measure, values in (("cost", cost), ("apart", apart)):
        for name, of_target in values.items():
            statistics[f"{measure}_{name}"] = stats.MeanOf(np.array(of_target))
    return stats.Evaluation(pd.concat(parts, ignore_index=True), statistics)


def _painted(
    shape: LayeredShape, weights: Float32[np.ndarray, " weight"], n: float
) -> Float32[np.ndarray, "row column channel"]:
    pixels = selected(pixel_inputs(IMAGE_SIZE), n)
    painted = images(shape, torch.from_numpy(weights)[None], pixels)[0].numpy()
    return painted.reshape(3, IMAGE_SIZE, IMAGE_SIZE).transpose(1, 2, 0)


def _rows(
    facts: dict[str, str | float], picture: Float32[np.ndarray, "row column channel"] | None
) -> pd.DataFrame:
    columns = ("network", "run", "n", "target", "error", "ssim")
    lines = [""] if picture is None else as_lines(on_grid(picture, JUDGED))
    known = {name: facts.get(name, "" if name == "target" else np.nan) for name in columns}
    return pd.DataFrame({**known, "line": np.arange(len(lines)), "colours": lines})
