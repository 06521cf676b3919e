"""The jobs that follow from the settings, and what these refuse."""

from typing import Any

import pytest

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.mechanisms import plan
from compsparse.studies.regime.mechanisms.kinds import KINDS, SOLUTIONS
from compsparse.studies.regime.mechanisms.plan import Mechanisms
from compsparse.studies.regime.shared_settings import Target
from tests.unit.studies.regime.gallery.test_plan_gallery import NETWORKS
from workflow_engine.provenance.job import Job

SETTINGS: dict[str, Any] = {
    "targets": ["face"],
    "shapes": {"face": {"depth": 2, "units": {"sin": 3}}},
    "prune": {
        "errors": {"solutions": 0.01, "wirings": 0.04},
        "start": 3.0,
        "runs": 4,
        "retries": 1,
        "recipe": NETWORKS.recipe.model_dump(),
    },
    "generate": {"pairs": 5, "sweeps": 6},
}


def planned(target: str = "face") -> dict[tuple[str, ...], Job]:
    targets: dict[str, Any] = {"car": {"drawing": "car"}, "face": {"genome": "face.json"}}
    known = {name: Target.model_validate(source) for name, source in targets.items()}
    settings = Mechanisms.model_validate({"mechanisms": {**SETTINGS, "targets": [target]}})
    jobs = Collector(7, "smoke", known, NETWORKS).collect((plan,), settings)
    return {(job.step, *job.wildcards.values()): job for job in jobs}


def test_every_kind_comes_down_is_looked_at_and_judged() -> None:
    name, jobs = "mechanisms", planned()
    evaluation = jobs["evaluate", "regime_mechanisms"]
    assert [label["kind"] for label in evaluation.params["networks"]] == list(KINDS)
    for place, kind in enumerate(KINDS):
        descent = jobs["prune", name, f"face-{kind}"]
        assert descent.params["kind"] == kind and descent.params["depth"] == 2
        assert descent.params["error"] == (0.01 if kind in SOLUTIONS else 0.04)
        assert descent.params["seed_names"] == ["regime", name, "face"]
        assert descent.sources == {"genome": "face.json"}
        model = descent.outputs["model"]
        landscape = jobs["generate", name, f"face-{kind}-landscape"]
        scores = jobs["generate", name, f"face-{kind}"]
        assert landscape.inputs["model"] == scores.inputs["model"] == model
        assert (landscape.params["pairs"], scores.params["weights"]) == (5, 6)
        read = {"networks": model} | {
            "landscapes": landscape.outputs["data"],
            "scores": scores.outputs["data"],
        }
        assert {key: paths[place] for key, paths in evaluation.inputs.items()} == read
    assert jobs["render", "regime_mechanisms"].params["errors"]["wirings"] == 0.04


def test_a_target_without_a_genome_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'car' has no genome"):
        planned("car")
