"""Joint networks are trained, compared with single ones, and shown."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch
from pydantic import ValidationError

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.judging.grid import on_grid
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.several_images import (
    evaluate_several_images,
    plan,
    render_several_images,
    train_painters,
)
from compsparse.studies.regime.several_images.plan import SeveralImages
from compsparse.studies.regime.several_images.train_painters import SELECTED_INPUTS, selected
from compsparse.studies.regime.shared_settings import Target
from compsparse.studies.regime.targets.colour_lines import from_lines
from compsparse.studies.regime.targets.png_complexity import eight_bits
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.regime.gallery.test_plan_gallery import NETWORKS
from tests.unit.studies.regime.steps import RECIPE, RETRY, SEEDS, SHAPE, arrays
from workflow_engine.artifacts.arrays import encode
from workflow_engine.provenance.job import Job

# one unit of the identity: brightness is what the unit is
GREY: dict[str, Any] = {"depth": 1, "units": {"identity": 1}}
TRAINING: dict[str, Any] = {**SEEDS, **SHAPE, "recipe": RECIPE, "retry": RETRY, "runs": 2}


def plain(folder: Path, name: str, grey: float) -> Path:
    path = folder / f"{name}.npz"
    rgb = np.full((256, 256, 3), grey, dtype=np.float32)
    path.write_bytes(encode(path, {"rgb": rgb, "complexity": np.array(0.1)}))
    return path


def painter(folder: Path, name: str, constants: list[float], slopes: list[float]) -> Path:
    """Write networks that paint the grey ``constant + slope * n``."""
    shape = LayeredShape.from_units(GREY["depth"], GREY["units"], SELECTED_INPUTS)
    weights = np.zeros((len(constants), shape.weights), dtype=np.float32)
    weights[:, 3], weights[:, 4] = constants, slopes
    weights[:, -1] = 1.0
    path = folder / f"{name}.npz"
    runs = np.arange(len(constants))
    path.write_bytes(
        encode(
            path,
            {
                "weights": weights,
                "mask": weights != 0,
                "initial": weights,
                "run": runs,
                "stage": 0 * runs,
            },
        )
    )
    return path


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory: pytest.TempPathFactory) -> tuple[pd.DataFrame, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("several")
    outputs = evaluate_several_images.run(
        {
            "targets": [plain(folder, "dark", 0.2), plain(folder, "light", 0.8)],
            # paints 0.3 and 0.7; 0.26 and 0.66
            "joint": painter(folder, "joint", [0.5, 0.46], [0.2, 0.2]),
            "singles": [
                painter(folder, "dark-single", [0.21, 0.3], [0.0, 0.0]),
                painter(folder, "light-single", [0.79, 0.7], [0.0, 0.0]),
            ],
        },
        **GREY,
        root_seed=0,
        targets=["dark", "light"],
        n=[-1.0, 1.0],
        between=[0.0],
    )
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame) and isinstance(metrics, dict)
    return table, metrics["regime_several_images"]


def test_costs_are_paired_and_pictures_told_apart(
    evaluated: tuple[pd.DataFrame, dict[str, Any]],
) -> None:
    _, metrics = evaluated
    assert metrics["cost_light"]["samples"] == pytest.approx(
        [2 * np.log10(10), 2 * np.log10(1.4)], abs=1e-3
    )
    assert metrics["cost_dark"]["samples"][0] == pytest.approx(2.0, abs=1e-3)
    assert metrics["apart_light"]["samples"] == pytest.approx(
        [2 * np.log10(0.1 / 0.5), 2 * np.log10(0.14 / 0.46)], abs=1e-3
    )


def test_the_first_run_is_in_the_table_line_by_line(
    evaluated: tuple[pd.DataFrame, dict[str, Any]], tmp_path: Path
) -> None:
    table, _ = evaluated
    lines = table.groupby(["network", "run", "n"])["line"].size().to_dict()
    assert lines["joint", 0, 0.0] == lines["single", 0, -1.0] == lines["target", 0, 1.0] == 64
    assert lines["joint", 1, -1.0] == 1 and ("joint", 1, 0.0) not in lines
    between = table[(table["network"] == "joint") & (table["n"] == 0.0)]
    assert set(between["colours"]) == {"#808080" * 64} and between["error"].isna().all()
    figure = drawn(render_several_images.run, table, tmp_path)
    require_legible(figure)
    panels = np.array(figure.axes).reshape(3, 3)
    shown = [[len(axes.images) for axes in row] for row in panels]
    assert shown == [[1, 0, 1], [1, 0, 1], [1, 1, 1]]
    picture = np.asarray(panels[2, 2].images[0].get_array())
    np.testing.assert_array_equal(picture, from_lines(["#b2b2b2" * 64] * 64))
    expected = on_grid(np.full((256, 256, 3), 0.8, dtype=np.float32))
    np.testing.assert_array_equal(panels[0, 2].images[0].get_array(), eight_bits(expected))
    # means over both seeds of the squared errors
    for said in ("0.0148\nn = 1", "0.0068\nn = −1", "first of 2 seeds", "light"):
        assert said in written(figure)


def test_single_and_joint_networks_begin_alike_and_n_is_learned(tmp_path: Path) -> None:
    inputs = {"targets": [plain(tmp_path, "dark", 0.2), plain(tmp_path, "light", 0.8)]}
    found = arrays(train_painters.run(inputs, **TRAINING, n=[-1.0, 1.0]))
    shape = LayeredShape.from_units(SHAPE["depth"], SHAPE["units"], SELECTED_INPUTS)
    assert found["weights"].shape == (2, shape.weights)
    alone = arrays(train_painters.run({"targets": inputs["targets"][:1]}, **TRAINING, n=[0.0]))
    np.testing.assert_array_equal(alone["initial"], found["initial"])
    # n = 0 moves nothing: its weights stay
    first = shape.blocks[0]
    columns = np.arange(first.stop).reshape(first.rows, first.columns)[:, -1]
    np.testing.assert_array_equal(alone["weights"][:, columns], alone["initial"][:, columns])
    assert (found["weights"][:, columns] != found["initial"][:, columns]).any()


def test_the_selector_is_the_last_input() -> None:
    pixels = np.ones((4, 6), dtype=np.float32)
    torch.testing.assert_close(selected(pixels, -0.5)[-1], torch.full((6,), -0.5))
    assert selected(pixels, 0.0).shape == (SELECTED_INPUTS, 6)


def settings(targets: dict[str, float]) -> SeveralImages:
    train = {"depth": 4, "runs": 3}
    chosen = {"targets": targets, "train": train, "evaluate": {"steps": 5}}
    return SeveralImages.model_validate({"several_images": chosen})


def planned(targets: dict[str, float]) -> dict[tuple[str, ...], Job]:
    known = {name: Target.model_validate({"drawing": name}) for name in ("car", "cat")}
    jobs = Collector(7, "smoke", known, NETWORKS).collect((plan,), settings(targets))
    return {(job.step, *job.wildcards.values()): job for job in jobs}


def test_joint_and_single_networks_are_trained_alike() -> None:
    jobs = planned({"car": -1, "cat": 0.5})
    joint = jobs["train", "several_images", "joint"]
    single = jobs["train", "several_images", "cat"]
    files = [jobs["generate", "targets", name].outputs["data"] for name in ("car", "cat")]
    assert joint.inputs == {"targets": files} and single.inputs == {"targets": files[1:]}
    assert (joint.params["n"], single.params["n"]) == ([-1, 0.5], [0.5])
    same = {**joint.params, "n": None}
    assert same == {**single.params, "n": None}
    evaluation = jobs["evaluate", "regime_several_images"]
    assert evaluation.params["between"] == [-0.5, 0.0, 1.0]  # 0.5 is the cat's
    assert evaluation.inputs["singles"] == [
        jobs["train", "several_images", name].outputs["model"] for name in ("car", "cat")
    ]


def test_unknown_pictures_and_equal_selectors_are_refused() -> None:
    with pytest.raises(ValueError, match=r"'dog' is none of the targets; allowed: car, cat"):
        planned({"car": 0, "dog": 1})
    with pytest.raises(ValidationError, match="another n for each picture"):
        settings({"car": 1, "cat": 1})
