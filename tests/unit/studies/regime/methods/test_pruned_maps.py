"""Maps before and after pruning: what is counted, what is shown, and what is drawn of it."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.methods import evaluate_pruned_maps, render_pruned_maps
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import read_networks
from compsparse.studies.regime.unit_maps.network_maps import from_text
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.regime.steps import SHAPE
from workflow_engine.artifacts.arrays import encode

KINDS = ["dense", "connection_similarity", "unit_merging"]
TAKEN = 2, 3  # layer, counted from 1, and unit: the second Gaussian one
Evaluated = tuple[pd.DataFrame, dict[str, dict[str, Any]]]


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory: pytest.TempPathFactory, networks: Path) -> Evaluated:
    """Evaluate methods whose first round changes nothing, and whose second takes one unit."""
    folder = tmp_path_factory.mktemp("pruned_maps")
    dense = read_networks(networks)
    shape = LayeredShape.from_units(**SHAPE)
    into, out_of = shape.blocks[TAKEN[0] - 1], shape.blocks[TAKEN[0]]
    mask = np.ones_like(dense.mask)
    mask[:, into.start : into.stop].reshape(-1, into.rows, into.columns)[:, TAKEN[1]] = False
    mask[:, out_of.start : out_of.stop].reshape(-1, out_of.rows, out_of.columns)[:, :, TAKEN[1]] = (
        False
    )
    pruned = {
        "weights": np.concatenate([dense.weights, dense.weights * mask]),
        "mask": np.concatenate([dense.mask, mask]),
        "initial": np.tile(dense.initial, (2, 1)),
        "run": np.tile(dense.run, 2),
        "stage": np.repeat([1, 2], len(dense.run)),
    }
    file = folder / "pruned.npz"
    file.write_bytes(encode(file, pruned))
    rows = [
        ("two_objects", kind, level, run, training, 0.01 * (1 + number), 0.5)
        for number, (kind, level, training) in enumerate(
            [
                ("dense", "dense", "none"),
                *((kind, f"round_{n}", t) for kind in KINDS[1:] for n in (1, 2) for t in ("muon",)),
                ("connection_similarity", "round_1", "adam"),
            ]
        )
        for run in range(2)
    ]
    columns = ["target", "kind", "level", "run", "training", "error", "alignment"]
    scores = folder / "scores.csv"
    pd.DataFrame(rows, columns=columns).to_csv(scores, index=False)
    outputs = evaluate_pruned_maps.run(
        {"networks": [networks, file, file], "scores": scores},
        root_seed=0,
        **SHAPE,
        kinds=KINDS,
        target="two_objects",
        training="muon",
        units_shown=3,
    )
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame)
    assert isinstance(metrics, dict)
    return table, metrics["regime_pruned_maps"]


def test_units_are_counted_and_compared_with_themselves(evaluated: Evaluated) -> None:
    metrics = evaluated[1]
    for kind in KINDS[1:]:
        assert metrics[f"live_{kind}_round_1"]["value"] == 1.0
        assert metrics[f"alike_{kind}_round_1"]["value"] == pytest.approx(1.0)
        assert metrics[f"live_{kind}_round_2"]["value"] == pytest.approx(14 / 15)
        # units of the layer above have lost an input
        assert 0.3 < metrics[f"alike_{kind}_round_2"]["value"] < 1.0 - 1e-6


def test_what_pruning_took_leaves_its_place_empty(evaluated: Evaluated) -> None:
    table = evaluated[0]
    hidden = table[table["layer"] <= 3]
    for (kind, stage), rows in hidden.groupby(["kind", "round"]):
        found = set(rows[["layer", "place"]].itertuples(index=False, name=None))
        shown = {(layer, place) for layer in (1, 2, 3) for place in range(3)}
        # the shown units of a layer are 2, 3 and 4
        assert shown - found == ({(2, 1)} if stage == 2 else set()), kind
    assert hidden["activation"].tolist()[:3] == ["gaussian", "gaussian", "sin"]
    errors = table.groupby(["kind", "round"], sort=False)["error"].first().tolist()
    assert errors == [0.01, 0.02, 0.03, 0.04, 0.05]


def test_the_figure_draws_every_map(evaluated: Evaluated, tmp_path: Path) -> None:
    table = evaluated[0]
    params = {"target": "two_objects", "training": "muon"}
    figure = drawn(render_pruned_maps.run, table, tmp_path, params)
    require_legible(figure)
    networks = [rows for _, rows in table.groupby(["kind", "round"], sort=False)]
    for axes, rows in zip(figure.axes, networks, strict=False):
        picture, *maps = axes.images
        hidden = rows[rows["layer"] <= 3].sort_values(["layer", "place"])
        assert len(maps) == len(hidden)
        for image, text in zip(maps, hidden["map"], strict=True):
            assert np.asarray(image.get_array()) == pytest.approx(from_text(text))
            assert image.get_clim() == (-1.0, 1.0)
        red = from_text(rows[rows["activation"] == "red"]["map"].iloc[0]).clip(0.0, 1.0)
        assert np.asarray(picture.get_array())[:, :, 0] == pytest.approx(red)
        dots = [line for line in axes.lines if line.get_marker() == "."]
        assert len(dots) == 9 - len(maps)
    for said in ("two objects", "SP-merge, round 2", "with Muon", "The same 3 units"):
        assert said in written(figure)
