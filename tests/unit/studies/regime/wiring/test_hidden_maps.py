"""Which units are shown, how much comes back, and what the figure draws of it."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.wiring import evaluate_hidden_maps, prune_wirings, render_hidden_maps
from compsparse.studies.regime.wiring.controls import KINDS, OWN
from compsparse.studies.regime.wiring.evaluate_hidden_maps import recovered
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.regime.wiring.planted import scores_file
from tests.unit.studies.regime.wiring.small import PARAMS, small_inputs
from workflow_engine.artifacts.arrays import encode

Evaluated = tuple[pd.DataFrame, dict[str, dict[str, float]]]


def test_maps_come_back_up_to_sign_and_scale() -> None:
    maps = np.random.default_rng(0).normal(size=(3, 500))
    assert recovered(maps, -2 * maps[::-1] + 1) == pytest.approx(1.0)
    assert recovered(maps[:2], maps[:1]) == pytest.approx(0.5, abs=0.1)
    constant = np.ones((1, 500))
    assert recovered(np.concatenate([maps, constant]), maps) == pytest.approx(1.0)
    assert recovered(maps, constant) == 0.0
    with pytest.raises(ValueError, match="at least one must vary"):
        recovered(constant, maps)


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory: pytest.TempPathFactory) -> Evaluated:
    """Evaluate networks that were hardly trained; those of its wiring are the genome's own."""
    folder = tmp_path_factory.mktemp("maps")
    model = prune_wirings.run(small_inputs(folder), **(PARAMS | {"controls": ["random"]}))["model"]
    assert isinstance(model, dict)
    model["weights"][model["kind"] == KINDS.index(OWN)] = model["weights"][0]
    networks, scores = folder / "networks.npz", folder / "scores.npz"
    networks.write_bytes(encode(networks, model))
    known = {"error": np.linspace(0.0, 0.3, len(model["run"]))}
    scores.write_bytes(encode(scores, scores_file(model["run"], known)))
    outputs = evaluate_hidden_maps.run(
        {"networks": networks, "scores": scores},
        root_seed=0,
        depth=PARAMS["depth"],
        units=PARAMS["units"],
        units_shown=2,
    )
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame)
    assert isinstance(metrics, dict)
    return table, metrics["regime_hidden_maps"]


def test_the_genomes_units_are_found_in_itself(evaluated: Evaluated) -> None:
    table, metrics = evaluated
    assert set(metrics) == {"recovered_over_random", "recovered_over_dense"}
    # its own share is 1, so that what is missing is the control's
    assert 0 < metrics["recovered_over_random"]["value"] < 1
    retrained, genome = (table[table["network"] == name] for name in (OWN, "genome"))
    columns = [name for name in table if name not in ("network", "error", "alignment")]
    assert np.array_equal(retrained[columns].to_numpy(), genome[columns].to_numpy())


def test_maps_are_written_in_hundredths(evaluated: Evaluated) -> None:
    table, _ = evaluated
    assert set(table["network"]) == {"genome", "own", "dense"}
    values = table[[f"x{column}" for column in range(32)]]
    assert values.abs().to_numpy().max() <= 100
    assert (table.groupby(["network", "layer", "unit"]).size() == 32).all()
    assert table[table["layer"] <= 3].groupby(["network", "layer"])["unit"].nunique().max() == 2
    # the genome's node a is a gaussian of x: all lines of its map are the same
    first = table[(table["network"] == "genome") & (table["layer"] == 1)]
    lines = first[first["activation"] == "gaussian"]
    drawn_map = lines[[f"x{column}" for column in range(32)]].to_numpy()
    x = 1 - 2 * np.array([3, 127]) / 255  # every eighth pixel of 256 from either side
    expected = 2 * np.exp(-((0.4 * x) ** 2)) - 1
    assert (drawn_map == drawn_map[0]).all()
    assert drawn_map[0, [0, 15]].tolist() == np.rint(100 * expected).astype(int).tolist()


def test_the_figure_draws_every_map(evaluated: Evaluated, tmp_path: Path) -> None:
    table, _ = evaluated
    params = {"target": "two_objects", "optimizer": "muon"}
    figure = drawn(render_hidden_maps.run, table, tmp_path, params)
    require_legible(figure)
    for axes, name in zip(figure.axes, ("genome", "own", "dense"), strict=False):
        rows = table[table["network"] == name]
        picture, *maps = axes.images
        layers = rows[rows["layer"] <= 3].groupby(["layer", "unit"])
        assert len(maps) == layers.ngroups
        for image, (_, lines) in zip(maps, layers, strict=True):
            shown = lines[[f"x{column}" for column in range(32)]].to_numpy() / 100
            assert np.asarray(image.get_array()) == pytest.approx(shown)
            assert image.get_clim() == (-1.0, 1.0)
        red = rows[rows["activation"] == "red"][[f"x{column}" for column in range(32)]]
        assert np.asarray(picture.get_array())[:, :, 0] == pytest.approx(red.to_numpy() / 100)
    for said in ("two objects", "its wiring, retrained", "with Muon", "at most 2"):
        assert said in written(figure)


def test_a_table_without_maps_is_refused(evaluated: Evaluated, tmp_path: Path) -> None:
    table = evaluated[0]
    params = {"target": "face", "optimizer": "adam"}
    with pytest.raises(ValueError, match="no map of a hidden unit"):
        drawn(render_hidden_maps.run, table[table["layer"] > 3], tmp_path, params)
