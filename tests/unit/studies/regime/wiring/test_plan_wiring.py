"""What the settings refuse, and the jobs that follow from them."""

from typing import Any

import pytest
import yaml
from pydantic import ValidationError

from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.shared_settings import Networks, Target
from compsparse.studies.regime.wiring import plan
from compsparse.studies.regime.wiring.plan import WiringTheme

SETTINGS = """
wiring:
  targets: [face]
  others: {face: boat}
  shapes:
    face: {depth: 2, units: {identity: 3, gaussian: 2}}
    boat: {depth: 2, units: {identity: 2, gaussian: 4, sin: 1}}
    deep: {depth: 3, units: {identity: 2}}
  prune:
    controls: [rewired, random]
    runs: 2
    recipes:
      - {optimizer: muon, rate: 0.02, final_rate: 0.002, steps: 10, pixels: 16}
      - {optimizer: adam, rate: 0.003, final_rate: 0.001, steps: 20, pixels: 16}
  generate: {sweeps: 5}
hidden_maps:
  evaluate: {target: face, optimizer: adam, units: 4}
"""
NETWORKS = """
units: {identity: 14, gaussian: 4}
recipe: {optimizer: muon, rate: 0.02, final_rate: 0.002, steps: 10, pixels: 16}
retry: {after: 0.25, error: 0.05, retries: 2}
sweeps: 8
reference: {runs: 2, longer: 1, stops: [0.1, 0.3, 0.6, 1.0], widths: [5, 10]}
"""


def changed(**wiring: Any) -> dict[str, Any]:
    settings: dict[str, Any] = yaml.safe_load(SETTINGS)
    settings["wiring"] |= wiring
    return settings


@pytest.mark.parametrize(
    ("wiring", "message"),
    [
        ({"others": {}}, "lacks 'face'"),
        ({"others": {"face": "car"}}, "shapes has every genome that is used; it lacks 'car'"),
        ({"others": {"face": "deep"}}, "as deep as 'face', 2 layers; 'deep' has 3"),
        ({"targets": ["boat"], "others": {"boat": "face"}}, "a target among"),
    ],
)
def test_unusable_settings_are_refused(wiring: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        WiringTheme.model_validate(changed(**wiring))


def test_two_recipes_of_one_optimizer_are_refused() -> None:
    settings = changed()
    settings["wiring"]["prune"]["recipes"][1]["optimizer"] = "muon"
    with pytest.raises(ValidationError, match="one recipe for each optimizer"):
        WiringTheme.model_validate(settings)


def collector(**targets: dict[str, str]) -> Collector:
    known = {name: Target.model_validate(files) for name, files in targets.items()}
    return Collector(0, "smoke", known, Networks.model_validate(yaml.safe_load(NETWORKS)))


def test_both_optimizers_share_seeds_and_the_joint_shape() -> None:
    plans = collector(face={"genome": "face.json"}, boat={"genome": "boat.json"})
    jobs = plans.collect((plan,), WiringTheme.model_validate(changed()))
    pruned = [job for job in jobs if job.step == "prune"]
    assert [job.wildcards["cell"] for job in pruned] == ["face-muon", "face-adam"]
    for job in pruned:
        assert job.sources == {"genome": "face.json", "other": "boat.json"}
        assert job.params["units"] == {"identity": 3, "gaussian": 4, "sin": 1}
        assert job.params["seed_names"] == ["regime", "wiring", "face"]
        assert job.params["controls"] == ["rewired", "random"]
    assert pruned[0].params["retry"] == pruned[1].params["retry"]
    trained = [job for job in jobs if job.step == "train"]
    # references are dense networks of the genome's own shape, and narrower
    assert trained[0].params["units"] == {"identity": 3, "gaussian": 2}
    # wirings are judged as the theme says, references as everywhere
    judged = {j.wildcards["cell"]: j.params["weights"] for j in jobs if "weights" in j.params}
    assert judged["face-muon"] == judged["face-adam"] == 5
    assert set(judged.values()) == {5, 8}
    evaluated = {job.wildcards["result"]: job for job in jobs if job.step == "evaluate"}
    networks = [job.outputs["model"] for job in pruned]
    assert evaluated["regime_wiring"].inputs["networks"] == networks
    assert len(evaluated["regime_wiring"].inputs["references"]) == 3
    assert evaluated["regime_hidden_maps"].inputs["networks"] == networks[1]


def test_a_target_without_a_genome_is_refused() -> None:
    plans = collector(face={"genome": "face.json"}, boat={"drawing": "car"})
    with pytest.raises(ValueError, match="'boat' has no genome; targets that have one: face"):
        plans.collect((plan,), WiringTheme.model_validate(changed()))
