"""What the settings refuse, and the jobs that follow from them."""

from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.regime.collector import Cell, Collector
from compsparse.studies.regime.methods import plan
from compsparse.studies.regime.methods.plan import Methods
from compsparse.studies.regime.shared_settings import Networks, Target

RECIPE = {"optimizer": "muon", "rate": 0.01, "final_rate": 0.001, "steps": 10, "pixels": 16}
NETWORKS = Networks.model_validate(
    {
        "units": {"identity": 4, "gaussian": 2},
        "recipe": RECIPE,
        "retry": {"after": 0.25, "error": 0.05, "retries": 1},
        "sweeps": 8,
        "reference": {"runs": 2, "longer": 1, "stops": [0.1, 0.2, 0.5, 0.8], "widths": [2, 4]},
    }
)
ADAM = RECIPE | {"optimizer": "adam"}


def settings(**changed: Any) -> dict[str, Any]:
    both = ["connection_similarity", "random_edges"]
    return {
        "pruning_comparison": {
            "targets": ["face", "car"],
            "train": {"depth": 3, "runs": 2},
            "prune": {
                "weights": [40, 20],
                "own_counts": {"face": 9, "car": 10},
                "trainings": {
                    "adam": {"methods": both, "recipe": ADAM},
                    "muon": {"methods": both, "recipe": RECIPE},
                },
            },
            "generate": {"sweeps": 4},
        }
        | changed,
        "pruned_maps": {"evaluate": {"target": "car", "training": "muon", "units": 2}},
    }


def collector() -> Collector:
    targets = {name: Target.model_validate({"drawing": "car"}) for name in ("face", "car")}
    return Collector(0, "smoke", targets, NETWORKS)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"targets": ["face", "boat"]}, "there is none for 'boat'"),
        ({"targets": ["face", "face"]}, "twice|distinct|repeat"),
        ({"generate": {"sweeps": 0}}, "greater than"),
    ],
)
def test_unusable_settings_are_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Methods.model_validate(settings(**changed))


def test_every_method_and_optimizer_prunes_the_same_networks_on_the_same_pixels() -> None:
    jobs = collector().collect((plan,), Methods.model_validate(settings()))
    pruned = [job for job in jobs if job.step == "prune"]
    assert len(pruned) == 2 * 2 * 2 * 2  # targets, methods, optimizers, routes
    for target, count in (("face", 9), ("car", 10)):
        jobs_of_target = [job for job in pruned if job.wildcards["cell"].startswith(target)]
        assert len({job.inputs["model"] for job in jobs_of_target}) == 1
        assert len({tuple(job.params["seed_names"]) for job in jobs_of_target}) == 1
        assert {tuple(job.params["weights"]) for job in jobs_of_target} == {(40, 20), (count,)}
    judged = [job for job in jobs if job.module.endswith("scores.generate_scores")]
    changed = {"weights": 4}
    for job in judged:
        reference = "stopped" in job.wildcards["cell"] or "width" in job.wildcards["cell"]
        assert job.params["weights"] == (8 if reference else changed["weights"])


def test_the_evaluation_knows_every_file_and_count() -> None:
    jobs = collector().collect((plan,), Methods.model_validate(settings()))
    found = {job.wildcards["result"]: job for job in jobs if job.step == "evaluate"}
    comparison = found["regime_pruning_comparison"]
    assert len(comparison.inputs["scores"]) == len(comparison.params["scores"]) == 2 + 16
    assert len(comparison.inputs["references"]) == 2 * 3
    assert comparison.params["weights"] == [40, 20]
    assert comparison.params["own_counts"] == {"face": 9, "car": 10}
    orthogonality = found["regime_orthogonality"]
    assert orthogonality.inputs == {"networks": comparison.outputs["table"]}
    assert orthogonality.params["training"] == "muon"


def test_maps_are_those_of_networks_that_similarity_pruned() -> None:
    jobs = collector().collect((plan,), Methods.model_validate(settings()))
    found = {job.wildcards["result"]: job for job in jobs if job.step == "evaluate"}
    shown = found["regime_pruned_maps"]
    folder = "regime/models/pruning_comparison/"
    assert shown.inputs["networks"] == [
        f"{folder}car.npz",
        f"{folder}car-muon-connection_similarity-rounds.npz",
    ]
    assert shown.inputs["scores"] == found["regime_pruning_comparison"].outputs["table"]
    assert shown.params["kinds"] == ["dense", "connection_similarity"]
    assert shown.params["units"] == NETWORKS.units


@pytest.mark.parametrize(("key", "value"), [("target", "boat"), ("training", "muon_20")])
def test_maps_of_networks_that_nobody_makes_are_refused(key: str, value: str) -> None:
    changed = settings()
    changed["pruned_maps"]["evaluate"][key] = value
    with pytest.raises(ValidationError, match="pruned_maps shows a target among"):
        Methods.model_validate(changed)


def test_references_of_a_target_and_shape_are_made_once() -> None:
    plan = collector()
    first = plan.references(
        Cell("depth_sweep", "face-depth_3", "face", 3, {"identity": 4, "gaussian": 2})
    )
    jobs = len(plan.jobs)
    again = plan.references(Cell("other", "face", "face", 3, {"gaussian": 2, "identity": 4}))
    assert again == first
    assert len(plan.jobs) == jobs
    plan.references(Cell("other", "face", "face", 4, {"identity": 4, "gaussian": 2}))
    assert len(plan.jobs) > jobs
