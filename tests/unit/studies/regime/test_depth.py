"""Best depths of planted tables: chosen on one network of a scene, judged on another."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.regime.depth import (
    evaluate_depth,
    evaluate_predictor,
    render_depth,
    render_predictor,
)
from compsparse.studies.regime.depth.evaluate_depth import ByDepth, by_depth
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.regime.planted import PAINTS, evaluated, measures
from tests.unit.studies.step_files import stored

DEPTHS = [4, 6, 8, 10, 12]
FIRST = [
    [0.1, 0.2, 0.9, 0.2, 0.1],  # best at 8
    [0.8, 0.2, 0.3, 0.2, 0.1],  # at 4
    [0.1, 0.2, 0.7, 0.2, 0.1],  # at 8
]
SECOND = [
    [0.1, 0.9, 0.6, 0.2, 0.3],  # itself best at 6
    [0.2, 0.1, 0.3, 0.5, 0.7],  # at 12
    [0.0, 0.2, 0.4, 0.2, 0.2],
]
PEAK = [0.6 - 0.2, 0.2 - 0.5, 0.4 - 0.1]  # less the mean four layers away and more
COMMON = [0.0, 0.2 - 0.3, 0.0]  # less the depth that is best over both others


def test_the_best_depth_is_chosen_on_the_other_network() -> None:
    values = ByDepth(np.array(DEPTHS), np.array(FIRST), np.array(SECOND))
    assert values.best.tolist() == [2, 0, 2]
    assert values.peak(4) == pytest.approx(PEAK)
    assert values.over_common() == pytest.approx(COMMON)


def test_a_best_depth_by_chance_has_no_advantage() -> None:
    random = np.random.default_rng(0)
    values = ByDepth(np.array(DEPTHS), *random.random((2, 4000, 5)))
    assert abs(values.peak(4).mean()) < 0.02
    assert abs(values.over_common().mean()) < 0.02


def test_the_common_depth_is_that_of_all_other_scenes() -> None:
    first = np.array([[1.0, 0, 0], [0, 0.6, 0.5], [0, 0, 0.3]])
    values = ByDepth(np.arange(3), first, np.array([[5.0, 1, 0], [1, 5, 2], [3, 0, 5]]))
    # over others: 0.6 against 0.8; 1 of the first scene; again 1
    assert values.over_common().tolist() == [5 - 0, 5 - 1, 5 - 3]


def test_tables_are_sorted_by_scene_and_depth() -> None:
    rows = [
        {"kind": kind, "copy": copy, "run": run, "depth": depth, "survival": value[run][place]}
        for kind, shift in (("similarity", 0), ("dense", 1))
        for copy, value in (("first", np.array(FIRST) + shift), ("second", np.array(SECOND)))
        for run in range(3)
        for place, depth in enumerate(DEPTHS)
    ]
    table = pd.DataFrame(rows).sample(frac=1, random_state=0)
    found = by_depth(table, "similarity", "survival")
    assert found.depths.tolist() == DEPTHS
    np.testing.assert_array_equal(found.first, FIRST)
    np.testing.assert_array_equal(found.second, SECOND)


def planted(folder: Path, **values: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Write both networks of three scenes at all depths, dense and pruned.

    Pruned ones survive as planted above, or as given; the excess is in the opposite order of
    depths. Half of the dense networks' scenes are painted.
    """
    survival = {"first": FIRST, "second": SECOND, **values}
    paths, labels = [], []
    for place, depth in enumerate(DEPTHS):
        for copy in ("first", "second"):
            of_depth = np.array(survival[copy])[:, place]
            opposite = np.array(survival[copy])[:, -1 - place]
            dense = 0.3 + 0.01 * depth
            files = {
                "dense": {"survival": of_depth, "alignment": dense, "ssim": [0.9, 0.9, 0.2]},
                "similarity": {"survival": of_depth, "alignment": dense + opposite},
            }
            for kind, given in files.items():
                path = folder / f"{depth}-{copy}-{kind}.npz"
                paths.append(measures(path, **given))
                labels.append({"kind": kind, "depth": depth, "copy": copy})
    return {"measures": paths}, {"labels": labels, "paints": PAINTS}


def test_depth(tmp_path: Path) -> None:
    inputs, params = planted(tmp_path)
    table, found = evaluated(evaluate_depth, inputs, {**params, "apart": 4})
    assert found["similarity_peak_survival"] == pytest.approx(np.mean(PEAK))
    assert found["dense_peak_survival"] == pytest.approx(np.mean(PEAK))
    assert found["similarity_own_depth_survival"] == pytest.approx(np.mean(COMMON))
    assert found["similarity_peak_excess"] == pytest.approx(np.mean(PEAK))
    assert found["similarity_own_depth_excess"] == pytest.approx(np.mean(COMMON))
    # 0.02 more with every two layers: all choose the deepest, of which 4 to 8 are away
    assert found["dense_peak_alignment"] == pytest.approx(0.12 - 0.06)
    assert found["dense_paints"] == pytest.approx(2 / 3) and found["similarity_paints"] == 1
    assert len(table) == 2 * 2 * 3 * len(DEPTHS)
    figure = drawn(render_depth.run, table, tmp_path, {"weights": 702})
    require_legible(figure)
    assert "67% of dense, 100% of pruned" in written(figure)
    assert "pruned to 702 weights" in written(figure)


ARTIFACTS = [
    {"name": "skull", "complexity": 0.2, "depth": 12},
    {"name": "apple", "complexity": 0.3, "depth": 32},
]


@pytest.mark.parametrize(
    ("best", "expected"),
    [([0, 2, 4], 1.0), ([4, 2, 0], -1.0), ([2, 2, 2], 0.0), ([0, 4, 2], 1 / 3)],
)
def test_concordance(best: list[int], expected: float, tmp_path: Path) -> None:
    complexities = [0.1, 0.25, 0.35]
    targets = [
        stored(
            tmp_path / f"target_{number}.npz",
            {"rgb": np.zeros((2, 2, 3), np.float32), "complexity": np.array(value)},
        )
        for number, value in enumerate(complexities)
    ]
    # the judged network has another best depth, which must not matter
    inputs, params = planted(tmp_path, first=np.eye(5)[best], second=np.eye(5)[[1, 3, 0]])
    table, found = evaluated(
        evaluate_predictor, {**inputs, "targets": targets}, {**params, "artifacts": ARTIFACTS}
    )
    assert found["concordance_survival"] == pytest.approx(expected)
    assert found["concordance_excess"] == pytest.approx(-expected)  # planted the other way round
    assert found["outside"] == pytest.approx(2 / 3)
    assert table["best_survival"].tolist() == [DEPTHS[place] for place in best]
    assert table["best_excess"].tolist() == [DEPTHS[-1 - place] for place in best]
    np.testing.assert_allclose(table["predicted"], [-8, 22, 42])
    figure = drawn(render_predictor.run, table, tmp_path)
    require_legible(figure)
    assert "2 of 3 scenes lie outside" in written(figure)
    assert "−8 to 42 layers" in written(figure) or "-8 to 42 layers" in written(figure)
