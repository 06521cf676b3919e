"""What is measured of networks, and how measures are compared."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.statistics import api as stats
from compsparse.studies.regime.judging.similarity import ssim
from compsparse.studies.regime.measures import generate_measures
from compsparse.studies.regime.measures.measured import (
    differences,
    ended,
    of_round,
    read_measures,
    shares_that_paint,
    with_excess,
)
from compsparse.studies.regime.network.stored import StoredNetworks
from tests.unit.studies.regime.planted import PAINTS, measures
from tests.unit.studies.regime.steps import SCENE, SEEDS, SHAPE, genomes, painted, scene, scenes
from tests.unit.studies.step_files import arrays, ran, stored

Arrays = dict[str, np.ndarray]
MEASURED: dict[str, Any] = {
    **SEEDS,
    **SHAPE,
    "weights": 24,
    "deltas": [1.0],
    "still": 0.5,
    "paints": PAINTS,
}


@pytest.fixture
def inputs(tmp_path: Path) -> dict[str, Any]:
    """Two scenes and their own networks."""
    targets = scenes(tmp_path)
    return {"model": genomes(tmp_path, targets), "targets": targets}


def measured(inputs: Any, **changed: Any) -> Arrays:
    return arrays(ran(generate_measures, inputs, MEASURED | changed))


def networks(path: Path, *weights: np.ndarray) -> Path:
    stacked = np.stack(weights).astype(np.float32)
    return stored(path, StoredNetworks.replicates(stacked, stacked).arrays())


def test_own_networks_paint_and_their_weights_mean_something(inputs: dict[str, Any]) -> None:
    found = measured(inputs)
    assert found["run"].tolist() == [0, 1] and found["stage"].tolist() == [0, 0]
    assert found["count"].tolist() == [59, 59]
    assert found["error"].max() < 1e-9
    np.testing.assert_allclose(found["ssim"], 1, atol=1e-6)
    assert ((found["alignment"] > 0.55) & (found["alignment"] < 0.9)).all()
    assert ((found["survival"] > 0.5) & (found["survival"] < 1)).all()
    assert ((found["orthogonality"] > 0.4) & (found["orthogonality"] < 0.8)).all()
    again = measured(inputs)
    assert all((again[name] == found[name]).all() for name in found)


def test_each_network_is_held_against_its_own_scene(inputs: dict[str, Any]) -> None:
    found = measured({**inputs, "targets": inputs["targets"][::-1]})
    apart = ((scene(0)["rgb"] - scene(1)["rgb"]) ** 2).mean()
    np.testing.assert_allclose(found["error"], apart, rtol=1e-4)
    assert found["survival"].tolist() == [0, 0]
    one = measured({**inputs, "targets": inputs["targets"][:1]})
    np.testing.assert_allclose(one["error"], [0, apart], atol=1e-6)


def test_a_network_of_zeros_paints_nothing_and_nothing_of_it_survives(
    inputs: dict[str, Any], tmp_path: Path
) -> None:
    zeros = np.zeros(SCENE.weights)
    found = measured({**inputs, "model": networks(tmp_path / "z.npz", zeros, zeros)})
    assert found["survival"].tolist() == [0, 0]
    assert found["alignment"].max() < 0.5  # of weights to outputs, which colour all pixels
    assert found["ssim"].max() < 0.5
    black = [(scene(run)["rgb"] ** 2).mean() for run in range(2)]
    np.testing.assert_allclose(found["error"], black, rtol=1e-4)


def test_nothing_survives_of_a_picture_that_is_half_there(
    inputs: dict[str, Any], tmp_path: Path
) -> None:
    genome, random = scene(0)["own_weights"], np.random.default_rng(0)
    noise = random.standard_normal(len(genome)) * genome
    blurred = next(
        weights
        for size in np.linspace(0.01, 0.3, 30)
        for weights in [(genome + size * noise).astype(np.float32)]
        if ssim(painted(weights), scene(0)["rgb"]) < PAINTS - 0.05
    )
    given = {"model": networks(tmp_path / "b.npz", blurred), "targets": inputs["targets"][:1]}
    nothing = measured(given)
    surviving = {"survival", "survival_least"}
    assert all(nothing[name] == [0] for name in surviving)
    # much of it would keep half of the structure, and does where the picture is just good enough
    similar = float(nothing["ssim"][0])
    kept = measured(given, paints=similar)
    assert kept["survival"][0] > 0.2
    assert measured(given, paints=float(np.nextafter(similar, 1)))["survival"][0] == 0
    for name in kept.keys() - surviving:  # all else is measured of any network
        np.testing.assert_array_equal(kept[name], nothing[name])


def test_no_alignment_where_no_part_is_known(inputs: dict[str, Any], tmp_path: Path) -> None:
    picture = {name: scene(0)[name] for name in ("rgb", "complexity")}
    target = stored(tmp_path / "picture.npz", picture)
    found = measured({**inputs, "targets": [target]})
    assert np.isnan(found["alignment"]).all()
    assert found["survival"][0] > 0


def test_more_networks_change_no_draw(inputs: dict[str, Any], tmp_path: Path) -> None:
    weights = scene(0)["own_weights"]
    few = measured({**inputs, "model": networks(tmp_path / "one.npz", weights)})
    more = measured({**inputs, "model": networks(tmp_path / "two.npz", weights, 0 * weights)})
    assert all(few[name][0] == more[name][0] for name in few)


@pytest.mark.parametrize("world", ["identity", "solution", "recovered", "longer", "shorter"])
def test_most_worlds_leave_measures_as_they_are(inputs: dict[str, Any], world: str) -> None:
    found, plain = measured(inputs, world=world), measured(inputs)
    assert found.keys() == plain.keys()
    for name, values in plain.items():
        np.testing.assert_array_equal(found[name], values, err_msg=name)


ERRORS = [[0.1, 0.1], [0.01, 0.01], [0.001, 0.001]]  # of dense networks, by stage and run
ALIGNED = [[0.3, 0.5], [0.5, 0.7], [0.4, 0.6]]  # the second scene has 0.2 more


def compared(folder: Path, *by: str, **values: Any) -> pd.DataFrame:
    """Return pruned networks of the two scenes with their excess, and dense ones."""
    paths = [
        measures(folder / "d.npz", 2, (2, 5, 9), error=ERRORS, alignment=ALIGNED),
        measures(folder / "p.npz", 2, **values),
    ]
    labels = [{"kind": "dense", "depth": 4}, {"kind": "similarity", "depth": 4}]
    if by:  # another depth, where dense networks align better
        other = [[a + 0.1 for a in row] for row in ALIGNED]
        paths.append(measures(folder / "o.npz", 2, (2, 5, 9), error=ERRORS, alignment=other))
        paths.append(measures(folder / "q.npz", 2, **values))
        labels += [{"kind": "dense", "depth": 6}, {"kind": "similarity", "depth": 6}]
    return with_excess(read_measures(paths, labels, PAINTS), *by)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (0.01, 0.5),
        (10**-1.5, 0.4),  # half way between 0.3 and 0.5, in the logarithm
        (10**-2.75, 0.425),
        (5.0, 0.3),  # beyond either end it stays
        (1e-9, 0.4),
        (0.0, 0.4),
    ],
)
def test_excess_is_over_dense_networks_of_the_scene_at_the_same_error(
    error: float, expected: float, tmp_path: Path
) -> None:
    table = compared(tmp_path, error=error, alignment=0.75)
    pruned = table[table["kind"] == "similarity"]
    np.testing.assert_allclose(pruned["excess"], [0.75 - expected, 0.55 - expected])
    dense = table[table["kind"] == "dense"]
    assert dense["stage"].tolist() == [9, 9]
    np.testing.assert_allclose(dense["excess"], 0, atol=1e-12)


def test_excess_is_over_networks_that_are_alike(tmp_path: Path) -> None:
    table = compared(tmp_path, "depth", error=0.01, alignment=0.75)
    pruned = table[table["kind"] == "similarity"].set_index(["depth", "run"])["excess"]
    assert pruned.to_dict() == pytest.approx(
        {(4, 0): 0.25, (4, 1): 0.05, (6, 0): 0.15, (6, 1): -0.05}
    )
    assert len(table) == 8


def samples(found: Any) -> dict[str, list[float]]:
    """Return the values of statistics, one for each run."""
    assert all(isinstance(value, stats.MeanOf) for value in found.values())
    return {name: value.samples.tolist() for name, value in found.items()}


def test_differences_are_paired_by_scene(tmp_path: Path) -> None:
    planted: dict[str, list[list[float]]] = {
        "own": [[0.9, 0.5, 0.7]],
        "random": [[0.2, 0.4, 0.6]],
        "dense": [[0.1, 0.1, 0.1]],
    }
    paths = [measures(tmp_path / f"{k}.npz", survival=v) for k, v in planted.items()]
    table = read_measures(paths, [{"kind": kind} for kind in planted], PAINTS)
    shuffled = table.sample(frac=1, random_state=0)
    found = samples(differences(shuffled, ["own_over_random", "random_over_own"], ["survival"]))
    pairs = ("own_over_random", "random_over_own")
    assert set(found) == {f"{p}_survival{end}" for p in pairs for end in ("", "_ahead")}
    assert found["own_over_random_survival_ahead"] == [1, 1, 1]
    assert found["random_over_own_survival_ahead"] == [0, 0, 0]
    assert sorted(found["own_over_random_survival"]) == pytest.approx([0.1, 0.1, 0.7])
    assert sorted(found["random_over_own_survival"]) == pytest.approx([-0.7, -0.1, -0.1])


def test_several_kinds_are_compared_as_one(tmp_path: Path) -> None:
    planted = {"own": [0.9, 0.5], "wanda": [0.2, 0.4], "llm": [0.6, 0.2]}
    paths = [measures(tmp_path / f"{k}.npz", 2, survival=v) for k, v in planted.items()]
    table = read_measures(paths, [{"kind": kind} for kind in planted], PAINTS)
    groups = {"rivals": ["wanda", "llm"]}
    found = samples(differences(table, ["own_over_rivals"], ["survival"], groups))
    assert found["own_over_rivals_survival"] == pytest.approx([0.5, 0.2])


def test_ties_are_half_ahead_and_only_what_is_printed_is_counted(tmp_path: Path) -> None:
    planted = {"own": [0.9, 0.5, 0.2], "dense": [0.8, 0.5, 0.3]}
    paths = [measures(tmp_path / f"{k}.npz", 3, survival=v) for k, v in planted.items()]
    table = with_excess(read_measures(paths, [{"kind": kind} for kind in planted], PAINTS))
    found = samples(differences(table, ["own_over_dense"]))
    assert found["own_over_dense_survival_ahead"] == [1, 0.5, 0]
    assert "own_over_dense_excess_ahead" not in found


def test_networks_that_paint_are_counted_from_the_least_on(tmp_path: Path) -> None:
    path = measures(tmp_path / "m.npz", stages=(1, 2), ssim=[[0.9, 0.85, 0.5], [0.84, 0.85, 0.1]])
    table = read_measures([path], [{"kind": "own"}], PAINTS)
    found = shares_that_paint(table)["own_paints"]
    assert isinstance(found, stats.MeanOf) and found.support == stats.SHARE
    assert found.samples.tolist() == [0.5, 1, 0]


def test_rounds_are_told_apart_and_dense_networks_stay(tmp_path: Path) -> None:
    paths = [
        measures(tmp_path / "d.npz", stages=(5, 9), survival=[[0.7] * 3, [0.0] * 3]),
        measures(tmp_path / "p.npz", stages=(1, 2, 3), survival=[[0.1] * 3, [0.2] * 3, [0.3] * 3]),
    ]
    table = ended(read_measures(paths, [{"kind": "dense"}, {"kind": "own"}], PAINTS))
    assert len(table) == 3 + 9 and table.index.tolist() == list(range(12))
    assert set(of_round(table, 2)["survival"]) == {0.0, 0.2}
