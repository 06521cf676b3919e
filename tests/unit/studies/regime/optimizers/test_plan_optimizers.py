"""Optimizers and rates start from the same networks and draw the same pixels."""

from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.regime.optimizers import plan
from compsparse.studies.regime.optimizers.plan import Optimizers
from tests.unit.studies.regime.methods.test_plan_methods import collector

TRAIN: dict[str, Any] = {"depth": 3, "runs": 2, "rates": [0.001, 0.005], "steps": 20, "pixels": 16}


def test_rates_are_in_order() -> None:
    values = {"optimizers": {"targets": ["face"], "train": TRAIN | {"rates": [0.005, 0.001]}}}
    with pytest.raises(ValidationError, match="in increasing order"):
        Optimizers.model_validate(values)


def test_trainings_differ_in_optimizer_and_rate_only() -> None:
    settings = Optimizers.model_validate(
        {"optimizers": {"targets": ["face", "car"], "train": TRAIN}}
    )
    jobs = collector().collect((plan,), settings)
    trained = [job for job in jobs if job.step == "train"]
    assert len(trained) == 2 * 3 * 2
    for target in ("face", "car"):
        jobs_of_target = [job for job in trained if job.wildcards["cell"].startswith(target)]
        assert len({tuple(job.params["seed_names"]) for job in jobs_of_target}) == 1
        recipes = [job.params["recipe"] for job in jobs_of_target]
        assert {(r["optimizer"], r["newton_schulz"]) for r in recipes} == {
            ("adam", 5),
            ("muon", 5),
            ("muon", 20),
        }
        assert all(recipe["rate"] == recipe["final_rate"] for recipe in recipes)
        assert all(job.params["retry"]["retries"] == 0 for job in jobs_of_target)
    found = {job.wildcards["result"]: job for job in jobs if job.step == "evaluate"}
    assert len(found["regime_optimizers"].inputs["networks"]) == len(trained)
    influence = found["regime_optimizer_influence"].inputs
    assert influence == {"networks": "regime/tables/regime_pruning_comparison.csv"}
