"""From the starts to the figure: what is varied, what it explains, what is drawn."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import torch
import yaml

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.isolation import (
    evaluate_isolation,
    plan,
    render_isolation,
    train_variants,
)
from compsparse.studies.regime.isolation.evaluate_isolation import VariantLabels
from compsparse.studies.regime.isolation.train_variants import half_of_pixels
from compsparse.studies.regime.isolation.variance import variance_shares
from compsparse.studies.regime.network.initial import lecun_normal, wired_normal
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.scores.stored import DepthKind
from compsparse.studies.regime.shared_settings import Networks, Target
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.regime.steps import RECIPE, RETRY, SEEDS, SHAPE, arrays
from tests.unit.studies.regime.wiring.planted import null_at, scores_file
from workflow_engine.artifacts.arrays import encode

_RUNS = 3


def write_file(folder: Path, name: str, content: dict[str, np.ndarray]) -> Path:
    path = folder / f"{name}.npz"
    path.write_bytes(encode(path, content))
    return path


def test_starts_are_scaled_and_dense_ones_are_lecun_normal() -> None:
    shape = LayeredShape.from_units(2, {"identity": 3})
    full = torch.ones(shape.weights, dtype=torch.bool)
    plain = lecun_normal(shape, [np.random.default_rng(0)])[0]
    assert torch.equal(wired_normal(shape, full, np.random.default_rng(0), 1.0), plain)
    half = wired_normal(shape, full, np.random.default_rng(0), 0.5)
    assert half.numpy() == pytest.approx(plain.numpy() / 2)
    # a unit with one of four inputs has the fan-in 1
    sparse = full.clone()
    sparse[1:4] = False
    assert float(wired_normal(shape, sparse, np.random.default_rng(0), 1.0)[0]) == pytest.approx(
        2 * float(plain[0])
    )


def test_half_of_the_pixels_is_one_of_every_pair() -> None:
    chosen = half_of_pixels(8, np.random.default_rng(0))
    assert (chosen // 2).tolist() == list(range(32))
    assert set((chosen % 2).tolist()) == {0, 1}


@pytest.mark.parametrize(
    ("name", "effect"),
    [
        ("depth", np.array([0.0, 1.0])[None, :, None]),
        ("wiring", np.array([0.0, 1.0])[None, None, :]),
        ("depth and wiring", np.array([[0.0, 1.0], [1.0, 0.0]])[None]),
        ("factor", np.array([0.0, 1.0, 5.0])[:, None, None]),
    ],
)
def test_a_planted_effect_explains_all(name: str, effect: np.ndarray) -> None:
    shares = variance_shares(np.zeros((3, 2, 2)) + effect)
    assert shares[name] == pytest.approx(1.0)
    assert shares["architecture"] == pytest.approx(0.0 if name == "factor" else 1.0)
    assert sum(shares[key] for key in ("architecture", "factor")) == pytest.approx(1.0)


def test_noise_explains_nothing_on_average() -> None:
    rng = np.random.default_rng(0)
    found = pd.DataFrame([variance_shares(rng.standard_normal((3, 2, 2))) for _ in range(400)])
    errors = found.std() / np.sqrt(len(found))
    assert (found.mean().abs() < 4 * errors).all()


def test_variants_differ_in_what_they_are_told(tmp_path: Path, target: Path) -> None:
    size = LayeredShape.from_units(SHAPE["depth"], SHAPE["units"]).weights
    mask = np.random.default_rng(0).random(size) < 0.6
    content = {"weights": np.zeros(size, dtype=np.float32), "mask": mask}
    inputs = {
        "target": target,
        "solution": write_file(tmp_path, "solution", content | {"deviation": np.array(0.0)}),
    }
    params = {**SEEDS, **SHAPE, "own": True, "runs": 2, "recipe": RECIPE, "scale": 1.0}
    params |= {"retry": replace(RETRY, error=10.0), "half": False}

    def trained(**changed: Any) -> dict[str, np.ndarray]:
        return arrays(train_variants.run(inputs, **(params | changed)))

    centre, dense = trained(), trained(own=False)
    assert (centre["mask"] == mask).all() and dense["mask"].all()
    assert not centre["weights"][~centre["mask"]].any()
    scaled = trained(scale=0.5)
    assert scaled["initial"] == pytest.approx(centre["initial"] / 2)
    half = trained(half=True)
    assert np.array_equal(half["initial"], centre["initial"])
    assert not np.array_equal(half["weights"], centre["weights"])
    assert np.array_equal(trained(runs=1)["initial"][0], centre["initial"][0])


def planted(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Own wirings lie 0.2 above the null; triple rates add as much to all, half scales nothing."""
    inputs: dict[str, Any] = {"networks": [], "references": []}
    params: dict[str, Any] = {"root_seed": 1, "networks": [], "references": []}
    variants = {"centre": "centre", "triple": "rate", "half": "scale"}
    for depth in (5, 9):
        for variant, factor in variants.items():
            for wiring in ("own", "dense"):
                error = np.full(_RUNS, 1e-2)
                above = 0.2 * (wiring == "own") + 0.2 * (variant == "triple")
                value = null_at(error) + above
                known = {"error": error, "alignment": value, "score": value}
                name = f"{depth}-{variant}-{wiring}"
                content = scores_file(np.arange(_RUNS), known)
                inputs["networks"].append(write_file(folder, name, content))
                params["networks"].append(VariantLabels(depth, factor, variant, wiring))
        errors = np.tile(np.geomspace(1e-4, 1e-1, 5), 2)
        line = {"error": errors, "alignment": null_at(errors), "score": null_at(errors)}
        content = scores_file(np.repeat([0, 1], 5), line)
        inputs["references"].append(write_file(folder, f"{depth}", content))
        params["references"].append(DepthKind(depth, "stopped"))
    return inputs, params


def test_planted_shares_are_found_and_drawn(tmp_path: Path) -> None:
    inputs, params = planted(tmp_path)
    outputs = evaluate_isolation.run(inputs, **params)
    table, metrics = outputs["table"], outputs["metrics"]
    assert isinstance(table, pd.DataFrame)
    assert isinstance(metrics, dict)
    found = metrics["regime_isolation"]
    assert found["over_scale_alignment"]["value"] == pytest.approx(1.0)
    # both of the same size
    assert found["over_rate_score"]["value"] == pytest.approx(0.0, abs=1e-9)
    assert found["over_rate_score"]["n"] == _RUNS
    assert found["comparable"]["value"] == 1.0
    figure = drawn(render_isolation.run, table, tmp_path)
    require_legible(figure)
    above, below = figure.axes
    lines = {line.get_label(): np.asarray(line.get_xdata()) for line in above.lines}
    assert lines["triple own 9"] == pytest.approx(0.4)
    assert lines["centre dense 5"] == pytest.approx(0.0, abs=1e-9)
    lines = {line.get_label(): np.asarray(line.get_xdata()) for line in below.lines}
    assert lines["scale architecture"] == pytest.approx([1.0] * _RUNS)
    assert lines["rate factor"] == pytest.approx([0.5] * _RUNS)
    assert "5 layers" in written(figure)


def test_an_incomplete_design_is_refused(tmp_path: Path) -> None:
    inputs, params = planted(tmp_path)
    less = {"networks": inputs["networks"][1:], "references": inputs["references"]}
    with pytest.raises(ValueError, match="one for each of 2 x 2 x 2"):
        evaluate_isolation.run(less, **(params | {"networks": params["networks"][1:]}))


NETWORKS = """
units: {identity: 14, gaussian: 4}
recipe: {optimizer: muon, rate: 0.02, final_rate: 0.002, steps: 10, pixels: 16}
retry: {after: 0.25, error: 0.05, retries: 2}
sweeps: 8
reference: {runs: 2, longer: 1, stops: [0.1, 0.3, 0.6, 1.0], widths: [5, 10]}
"""
SETTINGS = """
isolation:
  target: face
  train:
    depths: [3, 5]
    units: {identity: 3, gaussian: 2}
    runs: 2
    variants:
      - {name: adam, factor: optimizer, recipe: {optimizer: adam, rate: 0.003, final_rate: 0.001}}
      - {name: half, factor: data, half: true}
"""


def test_one_factor_is_varied_at_a_time() -> None:
    networks = Networks.model_validate(yaml.safe_load(NETWORKS))
    collector = Collector(0, "smoke", {"face": Target(genome="face.json")}, networks)
    settings = plan.IsolationTheme.model_validate(yaml.safe_load(SETTINGS))
    jobs = collector.collect((plan,), settings)
    trained = [job for job in jobs if job.module.endswith("train_variants")]
    assert len(trained) == 2 * 2 * 3
    assert {tuple(job.params["seed_names"]) for job in trained} == {("regime", "isolation")}
    by_cell = {job.wildcards["cell"]: job.params for job in trained}
    centre, adam = by_cell["depth_3-own-centre"], by_cell["depth_3-own-adam"]
    assert adam["recipe"] == centre["recipe"] | {
        "optimizer": "adam",
        "rate": 0.003,
        "final_rate": 0.001,
    }
    assert by_cell["depth_5-dense-half"] == centre | {"depth": 5, "own": False, "half": True}
    (evaluated,) = [job for job in jobs if job.step == "evaluate"]
    assert len(evaluated.params["references"]) == 2 * 3


def test_two_variants_of_one_name_are_refused() -> None:
    content = yaml.safe_load(SETTINGS)
    content["isolation"]["train"]["variants"][0]["name"] = "centre"
    with pytest.raises(ValueError, match="variants of different names"):
        plan.IsolationTheme.model_validate(content)
