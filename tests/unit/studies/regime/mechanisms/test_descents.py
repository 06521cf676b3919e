"""Networks of every kind are stopped at the same error."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from compsparse.studies.regime.judging.grid import JUDGED, grid_inputs, grid_pixels
from compsparse.studies.regime.mechanisms import prune_descents
from compsparse.studies.regime.mechanisms.kinds import DENSE, GENOME, OWN, PERMUTED, REWIRED
from compsparse.studies.regime.mechanisms.prune_descents import first_below
from compsparse.studies.regime.network.gradient import PixelError
from compsparse.studies.regime.network.recipe import Recipe
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.targets.generate_target import read_genome
from compsparse.studies.regime.targets.layering import layered
from compsparse.studies.regime.targets.stored import read_target, stacked
from tests.unit.ensembles.interruption import MemoryCheckpoints, interrupted_at_every_save
from tests.unit.studies.regime.steps import GENOME as FILE
from tests.unit.studies.regime.steps import SEEDS, arrays

OWN_SHAPE = layered(read_genome(FILE)).shape
RECIPE = Recipe("muon", 0.02, 0.02, steps=30, pixels=64)
PARAMS: dict[str, Any] = {
    **SEEDS,
    "depth": OWN_SHAPE.depth,
    "units": dict(OWN_SHAPE.units),
    "error": 0.02,
    "start": 2.0,
    "runs": 2,
    "retries": 1,
    "recipe": RECIPE,
}


def descended(target: Path, kind: str, **changed: object) -> dict[str, np.ndarray]:
    params = {**PARAMS, "kind": kind, **changed}
    return arrays(prune_descents.run({"target": target, "genome": FILE}, **params))


def grid_errors(target: Path, weights: np.ndarray) -> np.ndarray:
    shape = LayeredShape.from_units(PARAMS["depth"], PARAMS["units"])
    pixels = torch.from_numpy(grid_inputs(JUDGED))
    picture = stacked([read_target(target)])[0][:, grid_pixels(JUDGED)]
    error = PixelError(shape, len(weights))
    return error.value(torch.from_numpy(weights), pixels, picture).numpy()


def test_the_genome_is_raised_and_comes_down_to_the_error(target: Path) -> None:
    found = descended(target, GENOME)
    assert found["reached"].all() and found["retries"].tolist() == [0, 0]
    assert grid_errors(target, found["initial"]) == pytest.approx([0.04, 0.04], rel=1e-3)
    assert grid_errors(target, found["weights"]) == pytest.approx([0.02, 0.02], rel=1e-3)
    assert (found["stage"] > 0).all()
    assert (found["weights"][~found["mask"]] == 0).all()
    assert found["mask"].sum(axis=1).tolist() == [126, 126]


def test_controls_have_the_count_of_the_own_wiring_and_other_weights(target: Path) -> None:
    genome_mask, rewired, permuted, dense = (
        descended(target, kind, error=1.0, runs=1)["mask"][0]
        for kind in (OWN, REWIRED, PERMUTED, DENSE)
    )
    assert genome_mask.sum() == rewired.sum() == permuted.sum() and dense.all()
    assert (
        (genome_mask != rewired).any()
        and (genome_mask != permuted).any()
        and (rewired != permuted).any()
    )


def test_runs_that_stay_above_begin_anew_and_are_told(target: Path) -> None:
    found = descended(target, OWN, error=1e-9)
    assert not found["reached"].any() and found["retries"].tolist() == [1, 1]
    first = descended(target, OWN, error=1e-9, retries=0)
    assert (found["initial"] != first["initial"]).any(axis=1).all()


def test_an_interrupted_training_goes_on(target: Path) -> None:
    inputs = {"target": target, "genome": FILE}
    params = {**PARAMS, "kind": OWN, "error": 1e-9, "recipe": replace(RECIPE, steps=2)}
    whole = arrays(prune_descents.run(inputs, **params))
    kept = MemoryCheckpoints()
    found, places = interrupted_at_every_save(
        lambda checkpoints: prune_descents.run(inputs, **params, checkpoints=checkpoints),
        lambda: kept,
    )
    assert len(places) >= 4  # two updates, twice
    for name, values in arrays(found).items():
        np.testing.assert_array_equal(values, whole[name])


def test_the_shape_of_the_settings_is_the_genome_s(target: Path) -> None:
    with pytest.raises(ValueError, match=r"give depth 4 .* the genome has depth 5"):
        descended(target, OWN, depth=4)


def test_the_first_crossing_counts_and_else_the_least_error() -> None:
    errors = np.array([0.5, 0.2, 0.3, 0.1])
    assert first_below(errors, 0.2) == (1, True)
    assert first_below(errors, 0.05) == (3, False)
