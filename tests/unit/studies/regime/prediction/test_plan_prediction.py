"""What the settings refuse, and the jobs that follow from them."""

from typing import Any

import pytest
import yaml
from pydantic import ValidationError

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.prediction import plan
from compsparse.studies.regime.prediction.plan import Prediction
from compsparse.studies.regime.shared_settings import Networks, Target
from workflow_engine.provenance.job import Job

SETTINGS = """
prediction:
  targets: [car, cat]
  depths: {car: 4, cat: 6}
  apart: 2
  nulls: false
  train: {runs: 2, recipe: {optimizer: adam, rate: 0.02, final_rate: 0.002, steps: 9, pixels: 16}}
  prune:
    methods: [unit_merging]
    weights: [30, 20]
    recipe: {optimizer: muon, rate: 0.02, final_rate: 0.002, steps: 10, pixels: 16}
  generate: {sweeps: 3}
  evaluate:
    artifacts:
      - {name: skull, complexity: 0.2, depth: 12}
      - {name: apple, complexity: 0.3, depth: 33}
    shallowest: 4
    deepest: 16
"""
NETWORKS = """
units: {identity: 3, gaussian: 2}
recipe: {optimizer: muon, rate: 0.02, final_rate: 0.002, steps: 10, pixels: 16}
retry: {after: 0.25, error: 0.05, retries: 2}
sweeps: 8
reference: {runs: 2, longer: 1, stops: [0.1, 0.3, 0.6, 1.0], widths: [3, 4]}
"""


def settings(**changes: Any) -> Prediction:
    given: dict[str, Any] = yaml.safe_load(SETTINGS)
    given["prediction"] |= changes
    return Prediction.model_validate(given)


def planned(**changes: Any) -> dict[tuple[str, ...], Job]:
    known = {name: Target(drawing=name) for name in ("car", "cat")}  # type: ignore[call-arg]
    networks = Networks.model_validate(yaml.safe_load(NETWORKS))
    jobs = Collector(0, "smoke", known, networks).collect((plan,), settings(**changes))
    return {(job.step, *job.wildcards.values()): job for job in jobs}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"depths": {"car": 4}}, "there is none for 'cat'. Write cat: 4"),
        ({"apart": 4}, "more than 4, the layers to either side; not car: 4"),
        ({"targets": ["car", "car"]}, "distinct"),
    ],
)
def test_unusable_settings_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        settings(**changes)


def test_targets_are_learned_at_the_predicted_depth_and_to_either_side() -> None:
    jobs = planned()
    trained = {names[2]: job for names, job in jobs.items() if names[0] == "train"}
    depths = {"car": (2, 4, 6), "cat": (4, 6, 8)}
    cells = [
        f"{target}-depth_{depth}" for target, by_target in depths.items() for depth in by_target
    ]
    assert list(trained) == cells
    for cell in cells:
        job, depth = trained[cell], int(cell.rpartition("_")[2])
        assert (job.params["depth"], job.params["recipe"]["steps"]) == (depth, 9)
        pruned = jobs["prune", "prediction", f"{cell}-unit_merging"]
        assert pruned.inputs["model"] == job.outputs["model"]
        judged = jobs["generate", "prediction", f"{cell}-unit_merging"]
        assert judged.inputs["model"] == pruned.outputs["model"]
        assert (judged.params["weights"], judged.params["depth"]) == (3, depth)
    evaluated = jobs["evaluate", "regime_outside_targets"]
    assert "references" not in evaluated.inputs
    offsets = [label["offset"] for label in evaluated.params["scores"]]
    assert offsets == 2 * [-2, -2, 0, 0, 2, 2]
    assert evaluated.params["depths"] == {"car": 4, "cat": 6}


def test_both_results_read_the_complexities_and_the_line() -> None:
    jobs = planned()
    for result in ("regime_depth_prediction", "regime_outside_targets"):
        job = jobs["evaluate", result]
        assert job.inputs["complexities"] == "regime/tables/regime_targets.csv"
        assert [artifact["depth"] for artifact in job.params["artifacts"]] == [12, 33]
    drawn = jobs["render", "regime_depth_prediction"]
    assert drawn.params == {"shallowest": 4, "deepest": 16}


def test_nulls_are_dense_networks_of_the_same_depths() -> None:
    jobs = planned(nulls=True)
    evaluated = jobs["evaluate", "regime_outside_targets"]
    labels = evaluated.params["references"]
    assert [label["kind"] for label in labels[:3]] == ["stopped", "width", "width"]
    assert len(evaluated.inputs["references"]) == len(labels) == 6 * 3
