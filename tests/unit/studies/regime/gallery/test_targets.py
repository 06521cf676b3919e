"""The gallery shows the pictures of the targets, the simplest first, with their sizes."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.gallery import evaluate_targets, render_targets
from compsparse.studies.regime.judging.grid import JUDGED, on_grid
from compsparse.studies.regime.targets.png_complexity import eight_bits
from compsparse.studies.regime.targets.stored import read_target
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.regime.steps import GENOME
from workflow_engine.artifacts.arrays import encode


@pytest.fixture(scope="module")
def evaluated(target: Path, tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    path = tmp_path_factory.mktemp("gallery") / "square.npz"
    rgb = np.ones((256, 256, 3), dtype=np.float32)
    rgb[64:128, 32:96] = [0.0, 0.2, 1.0]
    path.write_bytes(encode(path, {"rgb": rgb, "complexity": np.array(0.01)}))
    outputs = evaluate_targets.run(
        {"targets": [target, path], "genome_two_objects": GENOME},
        root_seed=0,
        targets=["two_objects", "square"],
    )
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame) and isinstance(metrics, dict)
    difference = metrics["regime_targets"]["layered_difference"]
    assert 0 < difference["value"] < 1e-4 and difference["n"] == 1
    return table


def test_the_table_has_every_line_and_the_sizes_of_genomes(evaluated: pd.DataFrame) -> None:
    assert evaluated.groupby("target").size().to_dict() == {"two_objects": JUDGED, "square": JUDGED}
    facts = evaluated.drop_duplicates("target").set_index("target")
    # the genome's layers, units and weights as they stand in its file's layering
    sizes = facts[["depth", "units", "weights", "parts"]].to_dict("index")
    assert sizes["two_objects"] == {"depth": 5, "units": 29, "weights": 126, "parts": 8}
    assert np.isnan([sizes["square"][name] for name in ("depth", "units", "weights")]).all()
    assert sizes["square"]["parts"] == 0 and facts.loc["square", "complexity"] == 0.01
    line = evaluated[(evaluated["target"] == "square") & (evaluated["line"] == 20)]
    assert line["colours"].item().startswith("#ffffff" * 8 + "#0033ff" * 16 + "#ffffff")


def test_the_figure_shows_the_pictures_in_order(
    evaluated: pd.DataFrame, target: Path, tmp_path: Path
) -> None:
    figure = drawn(render_targets.run, evaluated, tmp_path)
    require_legible(figure)
    first, second = figure.axes
    assert (first.get_title(loc="left"), second.get_title(loc="left")) == ("square", "two objects")
    shown = np.asarray(second.images[0].get_array())
    np.testing.assert_array_equal(shown, eight_bits(on_grid(read_target(target).rgb)))
    for said in ("complexity 0.010\nno genome", "5 layers of 29 units\n126 weights"):
        assert said in written(figure)


def test_ten_targets_are_legible(evaluated: pd.DataFrame, tmp_path: Path) -> None:
    genome = evaluated[evaluated["target"] == "two_objects"]
    names = [*"abcdefgh", "butterfly_without_background", "butterfly_with_background"]
    figure = drawn(
        render_targets.run, pd.concat([genome.assign(target=name) for name in names]), tmp_path
    )
    require_legible(figure)
    assert len([axes for axes in figure.axes if axes.images]) == 10
