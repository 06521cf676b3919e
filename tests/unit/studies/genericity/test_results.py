"""Evaluations of files whose numbers are known, figures, and the plan."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import yaml
from pydantic import ValidationError

from compsparse.studies.genericity.descent import (
    evaluate_equal_footprint,
    evaluate_predictors,
    evaluate_shifts,
    render_equal_footprint,
    render_predictors,
    render_shifts,
)
from compsparse.studies.genericity.footprints import (
    evaluate_footprints,
    generate_footprints,
    render_footprints,
)
from compsparse.studies.genericity.gradient import (
    evaluate_gradient,
    generate_gradients,
    render_gradient,
)
from compsparse.studies.genericity.half_table import (
    evaluate_half_table,
    render_half_table,
    train_half_tables,
)
from compsparse.studies.genericity.large_batch import evaluate_large_batch, render_large_batch
from compsparse.studies.genericity.leap_law import evaluate_leap_law, render_leap_law
from compsparse.studies.genericity.leap_law.censored_slope import censored_slope
from compsparse.studies.genericity.measures import (
    evaluate_measures,
    generate_measures,
    render_measures,
)
from compsparse.studies.genericity.plan import Settings, jobs, requests
from compsparse.studies.genericity.profiles import (
    evaluate_bad_shifts,
    evaluate_profiles,
    generate_profiles,
    render_bad_shifts,
    render_profiles,
)
from tests.house_plan import ROOT
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.step_files import arrays, ran, stored
from workflow_engine.configuration.load import _merge

SEEDS: dict[str, Any] = {"root_seed": 5, "seed_names": ["genericity", "test"]}
RUNS = 3
TARGETS: dict[str, Any] = {
    "parity": {"products": ["1..4"], "shift": 0.0, "probability": 0.5},
    "shifted": {"products": ["1..4"], "shift": 1.0, "probability": 0.5},
    "far": {"products": ["1", "1..4"], "shift": 0.0, "probability": 0.5},
    "near": {"products": ["1", "1..2"], "shift": 0.0, "probability": 0.5},
    "biased": {"products": ["1..4"], "shift": 0.0, "probability": 0.9},
}
STEPS = {"parity": -1, "shifted": 20, "far": 80, "near": 40, "biased": 60}
LEARNED: dict[str, Any] = {"targets": TARGETS, "variables": 6}
PAIRS = {"pairs": {"half": {"large_leap": "far", "small_leap": "near"}}}


def evaluated(module: Any, inputs: Any, params: Any) -> tuple[pd.DataFrame, dict[str, float]]:
    made: Any = ran(module, inputs, {"root_seed": 0, **params})
    (metrics,) = made["metrics"].values()
    return made["table"], {name: metric["value"] for name, metric in metrics.items()}


def trained(path: Path, steps: list[int]) -> Path:
    """Write trainings at two rates, of which the first one learns; the second one tests better."""
    by_rate = np.array([[number, -1] for number in steps])
    return stored(
        path,
        {
            "validation": np.full((RUNS, len(steps), 2, 5), 0.5),
            "steps": np.tile(by_rate, (RUNS, 1, 1)),
            "test": np.tile([0.09, 0.001], (RUNS, len(steps), 1)),
            "rates": np.array([0.01, 0.1]),
            "look": np.arange(20, 101, 20),
        },
    )


@pytest.fixture
def models(tmp_path: Path) -> dict[str, list[Path]]:
    return {"models": [trained(tmp_path / "m.npz", list(STEPS.values()))]}


def test_shifts(models: Any, tmp_path: Path) -> None:
    params = {
        **LEARNED,
        "shifted": ["parity", "shifted"],
        "biased": ["biased"],
        "larger_footprint": "shifted",
    }
    table, found = evaluated(evaluate_shifts, models, params)
    assert found["largest_over_smallest_shift"] == pytest.approx(np.log(20 / 120))
    assert found["largest_bias_over_none"] == pytest.approx(np.log(60 / 120))
    assert found["bias_over_larger_footprint"] == pytest.approx(np.log(60 / 20))
    assert found["unshifted_not_learned"] == 1
    offsets = table.groupby("target")["offset"].first()
    assert offsets.to_dict() == pytest.approx({"parity": 0, "shifted": 1, "biased": 0.8 / 0.6})
    assert table.loc[table["target"] == "shifted", "footprint"].iloc[0] == pytest.approx(4 / 15)
    figure = drawn(render_shifts.run, table, tmp_path, {"steps": 100})
    require_legible(figure)
    assert "Hollow: not within 100 steps." in written(figure)


def test_equal_footprints(models: Any, tmp_path: Path) -> None:
    table, found = evaluated(evaluate_equal_footprint, models, {**LEARNED, **PAIRS})
    assert found["half_log_ratio"] == pytest.approx(np.log(2))
    assert found["largest_difference_of_footprints"] == 0
    assert set(zip(table["target"], table["leap"], strict=True)) == {("far", 3), ("near", 1)}
    figure = drawn(render_equal_footprint.run, table, tmp_path, {"steps": 100})
    require_legible(figure)
    assert "far (footprint 0.5, leap 3)" in written(figure)


def test_predictors(models: Any, tmp_path: Path) -> None:
    table, found = evaluated(evaluate_predictors, models, LEARNED)
    # steps 120, 20, 80, 40, 60; leaps 4, 1, 3, 1, 1; footprints 0, 4/15, 1/2, 1/2, above 0.45
    ranks = pd.DataFrame(
        {
            "steps": [5, 1, 4, 2, 3],
            "leap": [5, 2, 4, 2, 2],
            "print": [5, 4, 1.5, 1.5, 3],
        }
    )
    correlations = ranks.corr()["steps"]
    assert found["leap"] == pytest.approx(correlations["leap"])
    assert found["footprint"] == pytest.approx(correlations["print"])
    # parity, far and near: 120, 80, 40; leaps 4, 3, 1; footprints 0, 1/2, 1/2
    assert found["fair_leap_less_footprint"] == pytest.approx(1 - np.sqrt(3) / 2)
    figure = drawn(render_predictors.run, table, tmp_path, {"steps": 100})
    require_legible(figure)
    assert "5 targets, 3 seeds" in written(figure)


def test_the_leap_law(tmp_path: Path) -> None:
    paths = [
        trained(tmp_path / f"{n}.npz", [20 if n < 32 else 40, -1 if n == 64 else n * n // 16])
        for n in (8, 16, 32, 64)
    ]
    params = {"variables": [8, 16, 32, 64], "leaps": [1, 2]}
    table, found = evaluated(evaluate_leap_law, {"models": paths}, params)
    assert found["slope_1"] == pytest.approx(0.4)  # doubled once in three doublings
    assert found["slope_2"] > 2  # what was not learned, the last, took more than 120 steps
    assert found["slope_2_less_1"] == pytest.approx(found["slope_2"] - found["slope_1"])
    figure = drawn(render_leap_law.run, table, tmp_path, {"steps": 100})
    require_legible(figure)
    assert "leap 2" in written(figure)


def test_a_slope_of_known_values_is_that_of_least_squares() -> None:
    x = np.array([0.0, 1.0, 2.0, 5.0])
    y = np.array([1.0, 2.0, 2.5, 7.0])
    none = np.zeros(4, bool)
    assert censored_slope(x, y, none) == pytest.approx(np.polyfit(x, y, 1)[0])
    # where one value is known at most there is no line, and values count as they are
    assert censored_slope(x, y, ~none) == pytest.approx(np.polyfit(x, y, 1)[0])


def test_censored_values_do_not_flatten_a_slope() -> None:
    random = np.random.default_rng(0)
    x = np.repeat(np.linspace(0, 4, 9), 20)
    y = 1.5 * x + 0.3 * random.standard_normal(len(x))
    limit = 4.0
    censored = y > limit
    found = censored_slope(x, np.minimum(y, limit), censored)
    assert found == pytest.approx(1.5, abs=0.05)
    assert np.polyfit(x, np.minimum(y, limit), 1)[0] < 1.2


def test_footprints(tmp_path: Path) -> None:
    params = {**SEEDS, "degree": 2, "shifts": [0.5, 1.0], "probabilities": [0.7, 0.9]}
    made = arrays(ran(generate_footprints, {}, params | {"examples": 20_000, "runs": RUNS}))
    # (x + 1) (y + 1) of signs: two linear terms and a product of them, each of weight 1
    assert made["exact"][0, 1] == pytest.approx(2 / 3)
    # He_2(t + 1) = He_2(t) + 2 t: variances 2 and 4
    assert made["exact"][2, 1] == pytest.approx(2 / 3)
    path = stored(tmp_path / "f.npz", made)
    table, found = evaluated(evaluate_footprints, {"footprints": path}, {})
    assert all(abs(value) < 0.1 for value in found.values())
    figure = drawn(render_footprints.run, table, tmp_path, {"examples": 20_000})
    require_legible(figure)
    assert "20,000 examples; 3 seeds" in written(figure)


HALVES: dict[str, Any] = {
    **SEEDS,
    "bits": 7,
    "functions": 2,
    "width": 32,
    "rates": [0.003, 0.01],
    "steps": 400,
    "batch": 16,
    "runs": RUNS,
}


def test_half_tables(tmp_path: Path) -> None:
    made = arrays(ran(train_half_tables, {}, HALVES))
    assert made["train"].shape == (RUNS, 4, 2)
    table, found = evaluated(evaluate_half_table, {"models": stored(tmp_path / "m.npz", made)}, {})
    assert found["random_seen"] > 0.8 and found["majority_unseen"] > 0.8
    assert abs(found["random_unseen"] - 0.5) < 0.15
    assert list(table["kind"][:4]) == ["random", "random", "majority", "parity"]
    figure = drawn(render_half_table.run, table, tmp_path)
    require_legible(figure)
    assert "Line: chance." in written(figure)


def test_validation_chooses_the_rate_of_a_half_table(tmp_path: Path) -> None:
    shares = {"train": 0.9, "validation": [0.4, 0.7, 0.5], "test": [0.9, 0.3, 0.9]}
    made = {
        name: np.tile(np.array(share) * np.ones(3), (2, 3, 1)) for name, share in shares.items()
    }
    path = stored(tmp_path / "m.npz", {**made, "rates": np.array([0.1, 0.2, 0.3])})
    table, _ = evaluated(evaluate_half_table, {"models": path}, {})
    assert set(table["chosen"]) == {0.2} and set(table["unseen"]) == {0.3}
    assert not table["at_edge"].any()


def test_worlds_of_half_tables() -> None:
    shuffled = arrays(ran(train_half_tables, {}, HALVES | {"world": "shuffled"}))
    assert shuffled["test"][:, 2].mean() < 0.7
    linear = arrays(ran(train_half_tables, {}, HALVES | {"world": "linear"}))
    assert linear["test"].min() > 0.9


def test_large_batches(tmp_path: Path) -> None:
    models = [trained(tmp_path / f"{n}.npz", [20, last]) for n, last in ((16, -1), (32, 80))]
    params = {"targets": ["a", "b"], "batches": [16, 32], "hard": ["b"]}
    table, found = evaluated(evaluate_large_batch, {"models": models}, params)
    assert found == pytest.approx({"log_ratio": np.log(80 / 120)})
    figure = drawn(render_large_batch.run, table, tmp_path, {"steps": 100})
    require_legible(figure)
    assert "batches of 32" in written(figure)


def test_large_batches_are_made_on_request() -> None:
    settings = Settings.model_validate(section())
    assert list(requests(settings)) == ["large_batch"]
    ordinary = jobs(settings, 0, "smoke")
    asked = jobs(requests(settings)["large_batch"], 0, "smoke")
    assert {job.wildcards.get("experiment") for job in asked[len(ordinary) - 1 :]} == {
        "large_batch",
        None,
    }
    assert requests(Settings.model_validate(section(on_request=["large_batch"]))) == {}


def test_profiles(tmp_path: Path) -> None:
    params = {**SEEDS, "bits": 5, "degree": 2, "shifts": [0.0, 0.01, 0.5], "runs": RUNS}
    made = arrays(ran(generate_profiles, {}, params))
    table, found = evaluated(evaluate_profiles, {"profiles": stored(tmp_path / "p.npz", made)}, {})
    assert found["parity_degrees"] == found["staircase_degrees"] == 5
    assert found["parity_moved_first"] == pytest.approx(1 - 1.0001**-5, rel=1e-3)
    figure = drawn(render_profiles.run, table, tmp_path)
    require_legible(figure)
    assert "majority" in written(figure)


def test_bad_shifts(tmp_path: Path) -> None:
    params = {**SEEDS, "bits": 5, "degree": 2, "shifts": [0.0, 0.5], "runs": RUNS}
    path = stored(tmp_path / "p.npz", arrays(ran(generate_profiles, {}, params)))
    table, found = evaluated(evaluate_bad_shifts, {"profiles": path}, {})
    assert found["parity"] == 1 and found["random"] == 0 and 1 <= found["most"] <= 4
    by_kind = table.groupby("kind")["shift"]
    assert by_kind.get_group("parity").tolist() == [0.0] * RUNS
    # on inputs 0 and 2 the majority of five is linear nowhere
    np.testing.assert_allclose(by_kind.get_group("majority"), [-1, 1] * RUNS, atol=1e-2)
    assert by_kind.get_group("staircase").isna().all()
    figure = drawn(render_bad_shifts.run, table, tmp_path)
    require_legible(figure)
    assert "parity (at most 1)" in written(figure)


def test_measures(tmp_path: Path) -> None:
    params = {**SEEDS, "bits": [2, 8], "draws": 200, "degrees": [2, 20], "footprint": 0.001}
    made = arrays(ran(generate_measures, {}, params | {"runs": RUNS}))
    np.testing.assert_allclose(made["weight"].mean(axis=0), [2 / 4, 8 / 256], rtol=0.1)
    table, found = evaluated(evaluate_measures, {"measures": stored(tmp_path / "m.npz", made)}, {})
    assert abs(found["log_weight_over_expected"]) < 0.1
    figure = drawn(render_measures.run, table, tmp_path, {"footprint": 0.001})
    require_legible(figure)
    assert "Parities, for a footprint of 0.001" in written(figure)


def test_gradients(tmp_path: Path) -> None:
    made = arrays(ran(generate_gradients, {}, {**SEEDS, "bits": 6, "units": 8, "runs": RUNS}))
    path = stored(tmp_path / "g.npz", made)
    table, found = evaluated(evaluate_gradient, {"gradients": path}, {"degrees": [2, 4]})
    assert 0 < found["largest_over_bound"] <= 1
    expected = np.log(made["square"][:, 3] / made["square"][:, 1]).mean() / 2
    assert found["slope"] == pytest.approx(expected)
    figure = drawn(render_gradient.run, table, tmp_path)
    require_legible(figure)
    assert "parities of a degree" in written(figure)


def test_in_the_mirrored_world_a_degree_has_what_its_complement_had() -> None:
    params = {**SEEDS, "bits": 6, "units": 4, "runs": 1}
    plain = arrays(ran(generate_gradients, {}, params))["square"][0]
    mirrored = arrays(ran(generate_gradients, {}, params | {"world": "mirrored"}))["square"][0]
    np.testing.assert_allclose(mirrored[:5], plain[4::-1])


def test_no_order_of_steps_predicts_nothing(tmp_path: Path) -> None:
    models = {"models": [trained(tmp_path / "m.npz", [-1] * len(TARGETS))]}
    _, found = evaluated(evaluate_predictors, models, LEARNED)
    assert set(found.values()) == {0}


def test_the_gradient_of_one_parity_is_that_of_an_average() -> None:
    made = arrays(ran(generate_gradients, {}, {**SEEDS, "bits": 2, "units": 1, "runs": 1}))
    # over both parities of degree 1 and both weights: squared coefficients of the slopes
    assert made["square"].shape == (1, 2)
    assert made["square"][0] @ [2, 1] <= made["bound"][0, 1] + 1e-12


def section(**changed: Any) -> dict[str, Any]:
    given = yaml.safe_load((ROOT / "params.yaml").read_text())["genericity"]
    overlay = yaml.safe_load((ROOT / "workflow/scales/genericity.yaml").read_text())["smoke"]
    merged: dict[str, Any] = _merge(given, overlay, "smoke")
    return {**merged, **changed}


def test_worlds_touch_trainings_alone() -> None:
    def params(world: str) -> dict[str, Any]:
        made = jobs(Settings.model_validate(section(world=world)), 0, "smoke")
        return {next(iter(job.outputs.values())): dict(job.params) for job in made}

    plain = params("none")
    changed = {path for path, given in params("identity").items() if given != plain[path]}
    assert changed == {path for path in plain if "/models/" in path or "data/gradient" in path}


PRODUCTS = ("descent", "generate", "targets", "parity", "products")


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (
            ("descent", "generate", "targets", "parity", "products"),
            ["1..13"],
            "Variables are 0 to 11",
        ),
        (("descent", "generate", "targets", "parity", "products"), ["x"], "written as"),
        (("descent", "shifted"), ["parity", "nobody"], "no target is named nobody"),
        (("profiles", "generate", "bits"), 4, "an odd number"),
        (("profiles", "generate", "shifts"), [0.1, 0.2], "from 0 on"),
        (("gradient", "evaluate", "degrees"), [2, 9], "at most 6"),
        (("footprints", "generate", "probabilities"), [0.6, 0.7], "as many as shifts, 3"),
        (("footprints", "generate", "probabilities"), [0.4, 0.7, 0.9], "above 0.5"),
        (("half_table", "train", "bits"), 6, "an odd number"),
        (("large_batch", "large"), 16, "above generate.batch, 16"),
        (("large_batch", "hard"), ["nobody"], "no target is named nobody"),
        (("descent", "biased"), ["nobody"], "no target is named nobody"),
    ],
)
def test_settings_that_cannot_be_are_refused(
    place: tuple[str, ...], value: Any, message: str
) -> None:
    given = section()
    inner = given
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = value
    with pytest.raises(ValidationError, match=message):
        Settings.model_validate(given)


def test_a_target_of_your_own_is_one_entry() -> None:
    given = section()
    given["descent"]["generate"]["targets"]["mine"] = {"products": ["0.5*1,3", "2"], "shift": 0.2}
    made = jobs(Settings.model_validate(given), 0, "smoke")
    training = next(job for job in made if job.wildcards.get("experiment") == "descent")
    assert training.params["targets"]["mine"]["products"] == ["0.5*1,3", "2"]
