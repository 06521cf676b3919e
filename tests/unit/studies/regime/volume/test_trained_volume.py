"""Chains of primitives, networks that hold them, and what is counted and drawn."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch

from compsparse.studies.regime.network.forward import hidden_maps, images
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.volume import (
    evaluate_trained_volume,
    render_trained_volume,
    train_chains,
    trained_plan,
)
from compsparse.studies.regime.volume.chain import (
    ACTIVATIONS,
    chain_picture,
    primitive_maps,
    weakest_match,
)
from compsparse.studies.regime.volume.evaluate_trained_volume import ChainLabels
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.regime.steps import RECIPE, SEEDS, arrays
from workflow_engine.artifacts.arrays import encode
from workflow_engine.job_collector import JobCollector

_UNITS = dict.fromkeys(ACTIVATIONS, 1)
_DEPTHS, _RUNS = [1, 2, 3, 4], 3


def hand_built(primitives: int) -> tuple[LayeredShape, torch.Tensor]:
    """Return the least network that paints the chain; the third primitive needs no copy."""
    shape = LayeredShape.from_units(primitives, _UNITS)
    weights = torch.zeros(1, shape.weights)
    first, *others, last = (block[0] for block in shape.matrices(weights))
    place = {name: unit for unit, name in enumerate(shape.activations)}
    first[place["sin"], 0] = 4.0
    first[place["gaussian"], 1] = 2.0
    others[0][place["gaussian"], [place["sin"], place["gaussian"]]] = 1.0
    last[2, place["gaussian"]] = 1.0
    return shape, weights


def test_the_least_network_paints_the_chain_and_holds_it() -> None:
    shape, weights = hand_built(2)
    pixels = torch.from_numpy(pixel_inputs(32))
    painted = images(shape, weights, pixels)[0].numpy()
    assert painted == pytest.approx(chain_picture(2, 32), abs=1e-5)
    maps = torch.cat(hidden_maps(shape, weights, pixels), dim=1)[0].numpy()
    assert weakest_match(primitive_maps(2, 32), maps) == pytest.approx(1.0, abs=1e-5)


def test_primitives_are_not_alike() -> None:
    correlations = np.abs(np.corrcoef(primitive_maps(3, 32)))
    assert correlations[~np.eye(3, dtype=bool)].max() < 0.7


def test_a_unit_has_one_primitive_and_constant_maps_none() -> None:
    wanted = np.random.default_rng(0).standard_normal((2, 50))
    first, second = wanted
    assert weakest_match(wanted, np.stack([second, -3 * first + 1, first])) == pytest.approx(1.0)
    assert weakest_match(wanted, np.stack([first + second, np.ones(50)])) == 0.0
    assert weakest_match(wanted, first[None]) == 0.0


def test_networks_of_every_depth_are_trained() -> None:
    params = {**SEEDS, "primitives": 2, "units": _UNITS, "depths": [1, 2], "runs": 2}
    found = arrays(train_chains.run({}, **(params | {"recipe": RECIPE})))
    assert found["error"].shape == (2, 2)
    assert found["weights_2"].shape == (2, LayeredShape.from_units(2, _UNITS).weights)
    assert (found["weights_1"] != found["start_1"]).any(axis=1).all()
    fewer = arrays(train_chains.run({}, **(params | {"recipe": RECIPE, "depths": [2], "runs": 1})))
    assert fewer["weights_2"][0] == pytest.approx(found["weights_2"][0], abs=1e-6)


def planted(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Write networks of two widths, of which the narrow ones of depth 2 hold the primitives."""
    paths, labels = [], []
    for width in (3, 6):
        units = {name: width // 3 for name in ACTIVATIONS}
        content: dict[str, np.ndarray] = {"error": np.full((len(_DEPTHS), _RUNS), 0.01)}
        for depth in _DEPTHS:
            zero = np.zeros(
                (_RUNS, LayeredShape.from_units(depth, units).weights), dtype=np.float32
            )
            held = (width, depth) == (3, 2)
            content[f"start_{depth}"] = zero
            content[f"weights_{depth}"] = (
                np.repeat(hand_built(2)[1].numpy(), _RUNS, axis=0) if held else zero
            )
        paths.append(folder / f"width_{width}.npz")
        paths[-1].write_bytes(encode(paths[-1], content))
        labels.append(ChainLabels(2, units, width))
    params = {"root_seed": 1, "networks": labels, "depths": _DEPTHS, "copying": 0.7}
    return {"networks": paths}, params


def test_planted_shares_are_found_and_drawn(tmp_path: Path) -> None:
    inputs, params = planted(tmp_path)
    outputs = evaluate_trained_volume.run(inputs, **params)
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame)
    assert isinstance(metrics, dict)
    found = metrics["regime_trained_volume"]
    # reading 3 with a layer more has its largest ratio at depth 2; depth 4 alone is away from it
    assert found["at_depth_2"]["value"] == pytest.approx(0.5)
    # the width nearest to 2 P = 4 is 3
    assert found["at_width_2"]["value"] == pytest.approx(0.25)
    assert found["start"]["value"] == 0.0
    assert "fewer_primitives" not in found
    ratios = table.drop_duplicates("depth").set_index("depth")["random_wiring"]
    assert ratios[1] == 0.0
    assert ratios[2] == pytest.approx(0.3)
    figure = drawn(render_trained_volume.run, table, tmp_path)
    require_legible(figure)
    said = written(figure)
    assert said.count("100 %") == 1
    assert "trained networks" in said and "3 networks a cell" in said


def test_layers_need_a_unit_of_each_activation() -> None:
    train: dict[str, Any] = {"primitives": [2, 3], "widths": [3, 6], "depths": [1, 2], "runs": 2}
    recipe = {"optimizer": "adam", "rate": 0.01, "final_rate": 0.001, "steps": 6, "pixels": 64}
    content = {"train": train | {"recipe": recipe}, "evaluate": {"copying": 0.7}}
    settings = trained_plan.TrainedVolume.model_validate({"trained_volume": content})
    collector = JobCollector("regime", 0, "smoke")
    jobs = collector.collect((trained_plan,), settings)
    assert len([job for job in jobs if job.step == "train"]) == 4
    assert all(job.module.startswith("compsparse.studies.regime.volume.") for job in jobs[:-1])
    content["train"]["widths"] = [2, 6]
    with pytest.raises(ValueError, match="widths from 3 on"):
        trained_plan.TrainedVolume.model_validate({"trained_volume": content})
