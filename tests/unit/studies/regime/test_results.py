"""Evaluations of measures that are known, and their figures."""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.regime.collector import RIVALS
from compsparse.studies.regime.dense import (
    evaluate_optimizers,
    evaluate_several_images,
    render_optimizers,
    render_several_images,
)
from compsparse.studies.regime.evolved import evaluate_evolved, generate_picture, render_evolved
from compsparse.studies.regime.measures import render_kinds
from compsparse.studies.regime.pruned import render_outside
from compsparse.studies.regime.targets.genome import GenomeError
from compsparse.studies.regime.wiring import (
    evaluate_combinations,
    evaluate_mechanisms,
)
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.regime.planted import PAINTS, compared, evaluated, in_plan, kinds, measures
from tests.unit.studies.regime.targets.small_genomes import file_content
from tests.unit.studies.step_files import ran, stored


@pytest.fixture
def wirings(tmp_path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    values = {"own": 0.5, "rewired": 0.4, "random": 0.2, "solution": 0.7, "genome": 0.8}
    planted: dict[str, Any] = {
        kind: {"survival": value, "alignment": 0.3 + value / 2} for kind, value in values.items()
    }
    planted["genome"]["error"] = [1e-13, 3e-13, 2e-13]
    planted["own"]["ssim"] = [0.9, 0.2, 0.9]
    dense = {"survival": 0.1, "alignment": 0.3}
    return kinds(tmp_path, **{"dense": dense, **planted})


def test_wiring(wirings: Any, tmp_path: Path) -> None:
    table, found = compared("wiring", *wirings)
    for other, lead in (("rewired", 0.1), ("random", 0.3)):
        assert found[f"own_over_{other}_survival"] == pytest.approx(lead)
        assert found[f"own_over_{other}_excess"] == pytest.approx(lead / 2)
    assert found["own_over_dense_survival"] == pytest.approx(0.4)
    assert found["own_over_controls_survival"] == pytest.approx(0.8 / 3)
    assert found["own_over_dense_excess"] == pytest.approx(0.25)
    assert found["own_paints"] == pytest.approx(2 / 3)
    figure = drawn(render_kinds.run, table, tmp_path, in_plan("render", "wiring"))
    require_legible(figure)
    assert "genome" not in [text.get_text() for text in figure.axes[0].get_yticklabels()]
    assert "Three copies of each unit; dense: one. 3 scenes" in written(figure)


def test_genome(wirings: Any, tmp_path: Path) -> None:
    table, found = compared("genome", *wirings)
    assert found["genome_over_dense_survival"] == pytest.approx(0.7)
    assert found["genome_over_dense_excess"] == pytest.approx(0.4)
    assert found["largest_genome_error"] == 3e-13
    figure = drawn(render_kinds.run, table, tmp_path, in_plan("render", "genome"))
    require_legible(figure)
    assert "Networks of the genome's own shape. 3 scenes" in written(figure)


def test_reachability(wirings: Any, tmp_path: Path) -> None:
    table, found = compared("reachability", *wirings)
    assert found["solution_over_genome_survival"] == pytest.approx(-0.1)
    assert found["own_over_solution_survival"] == pytest.approx(-0.2)
    assert found["own_over_solution_excess"] == pytest.approx(-0.1)
    figure = drawn(render_kinds.run, table, tmp_path, in_plan("render", "reachability"))
    require_legible(figure)
    assert "from the solution" in written(figure)


def test_isolation(tmp_path: Path) -> None:
    planted: dict[str, Any] = {"dense": {"alignment": 0.5, "ssim": [0.9, 0.9, 0.2]}}
    for kind, value in (("slower", 0.55), ("smaller", 0.48), ("fewer_pixels", 0.5)):
        planted[kind] = {"alignment": value}
    table, found = compared("isolation", *kinds(tmp_path, **planted))
    assert found == pytest.approx(
        {
            "dense_paints": 2 / 3,
            "slower_paints": 1,
            "smaller_paints": 1,
            "fewer_pixels_paints": 1,
            "slower_over_dense_excess": 0.05,
            "smaller_over_dense_excess": -0.02,
            "fewer_pixels_over_dense_excess": 0.0,
        },
        abs=1e-9,
    )
    figure = drawn(render_kinds.run, table, tmp_path, in_plan("render", "isolation"))
    require_legible(figure)
    assert [text.get_text() for text in figure.axes[0].get_yticklabels()] == [
        *("fewer pixels", "smaller", "slower")  # from below; of dense networks the excess is zero
    ]
    assert "Dense networks of the genome's shape. 3 scenes" in written(figure)


def combined(folder: Path, **errors: list[float]) -> tuple[dict[str, Any], dict[str, Any]]:
    paths = [
        stored(folder / f"{kind}.npz", {"relative_error": np.array(values)})
        for kind, values in errors.items()
    ]
    return {"combinations": paths}, {"kinds": list(errors)}


def test_combinations(tmp_path: Path) -> None:
    given = combined(tmp_path, dense=[0.3, 0.4, 0.5], genome=[0.1, 0.1, 0.4])
    table, found = evaluated(evaluate_combinations, *given)
    assert found == pytest.approx({"dense_error": 0.4, "dense_over_genome": 0.2})
    assert table["run"].tolist() == [0, 1, 2] * 2
    figure = drawn(render_kinds.run, table, tmp_path, in_plan("render", "combinations"))
    require_legible(figure)
    assert "3 scenes" in written(figure)


def test_scenes_without_edits_of_two_parts_are_left_out(tmp_path: Path) -> None:
    given = combined(tmp_path, dense=[np.nan, 0.4, 0.5], genome=[0.1, 0.1, np.nan])
    table, found = evaluated(evaluate_combinations, *given)
    assert found == pytest.approx({"dense_error": 0.4, "dense_over_genome": 0.3})
    assert table["run"].tolist() == [1, 1]


# logarithms of four scenes; a tie counts half
RADIUS = {"solution": [1.0, 0.9, 0.8, 0.7], "own": [0.9, 0.9, 0.9, 0.9]}
# a network that died has none: the third one from random weights, and both of the fourth scene
NOISE = {"solution": [-8.0, -8.0, -8.0, -30.0], "own": [-7.0, -7.5, -30.0, -30.0]}


def test_mechanisms(tmp_path: Path) -> None:
    compared = ["solution", "own", "dense"]
    paths = [
        stored(
            tmp_path / f"{kind}.npz",
            {
                name: np.array(values.get(kind, [-5.0] * 4))
                for name, values in (("radius", RADIUS), ("noise", NOISE))
            },
        )
        for kind in compared
    ]
    params = {"root_seed": 0, "kinds": compared}
    made: Any = ran(evaluate_mechanisms, {"landscapes": paths}, params)
    table, (metrics,) = made["table"], made["metrics"].values()
    assert {name: metric["samples"] for name, metric in metrics.items()} == {
        "solution_larger_radius": [1, 0.5, 0, 0],
        "solution_smaller_noise": [1, 1, 0, 0.5],
    }
    assert metrics["solution_smaller_noise"]["value"] == 2.5 / 4
    assert all(metric["support"] == [0, 1] for metric in metrics.values())
    assert len(table) == 3 * 4
    figure = drawn(render_kinds.run, table, tmp_path, in_plan("render", "mechanisms"))
    require_legible(figure)
    assert "noise of gradients" in written(figure)


def test_optimizers(tmp_path: Path) -> None:
    # log10 of the loss at both rates; the last stop alone counts, and the best rate of each scene
    logs = {
        "adam": [[-1.0, -1.0], [-2.0, -1.5]],
        "muon": [[-2.0, -1.0], [-1.0, -2.0]],
        "muon_20": [[-2.0, -2.0], [-3.0, -1.0]],
    }
    paths, labels = [], []
    for name, by_rate in logs.items():
        for rate, values in zip((0.001, 0.01), by_rate, strict=True):
            loss = np.stack([np.full(2, 7.0), 10.0 ** np.array(values)], axis=1)
            paths.append(stored(tmp_path / f"{name}-{rate}.npz", {"loss": loss}))
            labels.append({"optimizer": name, "rate": rate})
    table, found = evaluated(evaluate_optimizers, {"models": paths}, {"labels": labels})
    assert found == pytest.approx(
        {
            "muon_20_over_muon_mean": -2.0 - -1.5,
            "muon_20_over_muon_best": -2.5 - -2.0,
            "muon_over_adam_mean": -1.5 - -1.375,
            "muon_over_adam_best": -2.0 - -1.75,
        }
    )
    figure = drawn(render_optimizers.run, table, tmp_path, {"steps": 400})
    require_legible(figure)
    assert "Muon, 20 steps" in written(figure) and "after 400 steps" in written(figure)


def test_several_images(tmp_path: Path) -> None:
    error, similar = np.full((2, 3), 0.01), np.full((2, 3), 0.9)
    error[0, 0], similar[0, :2] = 0.1, 0.3
    model = stored(tmp_path / "m.npz", {"error": error, "ssim": similar})
    table, found = evaluated(evaluate_several_images, {"model": model}, {"paints": PAINTS})
    assert found == pytest.approx({"several_paint": (1 / 3 + 1) / 2})
    first = table.iloc[0]
    assert (first["run"], first["picture"], first["error"], first["ssim"]) == (0, 0, 0.1, 0.3)
    figure = drawn(render_several_images.run, table, tmp_path, {"paints": PAINTS})
    require_legible(figure)
    assert "A dot for each of the 3 pictures of a network" in written(figure)


def test_outside(tmp_path: Path) -> None:
    none = {"alignment": np.nan}
    paths = [
        measures(tmp_path / "d.npz", stages=(5, 9), survival=[[0.9] * 3, [0.1, 0.2, 0.3]], **none),
        measures(tmp_path / "s.npz", stages=(1,), survival=[0.5, 0.5, 0.5], **none),
        measures(
            tmp_path / "r.npz",
            stages=(1,),
            survival=[0.4, 0.3, 0.2],
            ssim=[0.9, 0.1, 0.9],
            **none,
        ),
    ]
    labels = [{"kind": kind} for kind in ("dense", "similarity", "random")]
    given = {"measures": paths}, {"labels": labels, "paints": PAINTS}
    table, found = compared("outside", *given)
    assert found["similarity_over_dense_survival"] == pytest.approx(0.3)
    assert found["similarity_over_random_survival"] == pytest.approx(0.2)
    assert found["random_paints"] == pytest.approx(2 / 3)
    assert len(table) == 9 and set(table["stage"]) == {9, 1}
    drawings = ["car", "cat", "cube_and_sphere"]
    figure = drawn(render_outside.run, table, tmp_path, {"drawings": drawings})
    require_legible(figure)
    assert "cube and sphere" in written(figure)


OTHERS = ["adam", "muon_20"]


def evolved(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Write measures of two genomes, of one of them at three depths."""
    none = {"alignment": np.nan}
    paths, labels, targets = [], [], []
    depths = {"skull": {11: 0.3, 12: 0.5, 13: 0.4}, "butterfly": {16: 0.6}}
    for name, shares in depths.items():
        compared = {"skull": 12, "butterfly": 16}[name]
        for depth, share in shares.items():
            values = {"dense": 0.1, "similarity": share}
            if depth == compared:
                values |= dict.fromkeys((*RIVALS, "random"), 0.2)
                values |= {"adam": 0.3, "muon_20": share}
            for kind, value in values.items():
                stages = (5, 9) if kind == "dense" else (1, 2)
                survival = [[0.9] * 3, [value] * 3] if kind == "dense" else [[value] * 3, [0.9] * 3]
                path = folder / f"{name}-{depth}-{kind}.npz"
                similar = {"ssim": [[0.9] * 3, [0.3, 0.9, 0.9]]} if kind == "lottery" else {}
                paths.append(measures(path, stages=stages, survival=survival, **none, **similar))
                labels.append({"target": name, "depth": depth, "kind": kind})
        target = folder / f"{name}.npz"
        targets.append(stored(target, {"depth": np.array(compared), "rgb": np.zeros(3)}))
    inputs = {"measures": paths, "targets": targets}
    params = {
        "labels": labels,
        "paints": PAINTS,
        "depths": {"skull": 12, "butterfly": 16},
        "others": OTHERS,
        "rivals": RIVALS,
    }
    return inputs, params


def test_evolved(tmp_path: Path) -> None:
    table, found = evaluated(evaluate_evolved, *evolved(tmp_path))
    for rival in ("random", "rivals"):
        assert found[f"skull_similarity_over_{rival}_survival"] == pytest.approx(0.3)
        assert found[f"butterfly_similarity_over_{rival}_survival"] == pytest.approx(0.4)
    assert found["skull_similarity_over_adam_survival"] == pytest.approx(0.2)
    assert found["skull_similarity_over_muon_20_survival"] == pytest.approx(0.0)
    assert found["skull_over_other_depths_survival"] == pytest.approx(0.15)
    assert found["skull_round_2_similarity_over_lottery_ssim_ahead"] == pytest.approx(2 / 3)
    assert found["skull_round_2_lottery_paints"] == pytest.approx(2 / 3)
    assert found["skull_lottery_paints"] == 1
    assert not any(name.startswith("butterfly_over") for name in found)
    assert found["distinct_depths"] == 2 and found["skull_dense_paints"] == 1
    dense = table[table["kind"] == "dense"]
    assert set(dense["stage"]) == {9} and len(dense) == 3 * 4
    figure = drawn(render_evolved.run, table, tmp_path)
    require_legible(figure)
    said = written(figure)
    assert "SP, units merged, 11 layers" in said and "SP, Muon, 20 steps" in said
    assert "butterfly, 16 layers" in said and "3 of 3" in said


def test_a_genome_is_the_one_that_is_named(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_text(json.dumps(file_content()), encoding="utf-8")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    made: Any = ran(generate_picture, {"genome": path}, {"sha256": digest})
    assert made["data"]["rgb"].shape == (256, 256, 3) and made["data"]["depth"] >= 1
    with pytest.raises(GenomeError, match=r"params\.yaml asks for 0000"):
        ran(generate_picture, {"genome": path}, {"sha256": 64 * "0"})
    with pytest.raises(GenomeError, match=r"regime\.picbreeder_dir"):
        ran(generate_picture, {"genome": Path("<picbreeder_dir>/g.json")}, {"sha256": digest})
