"""The plan: all scales and worlds are accepted, and settings that cannot be are refused."""

from typing import Any

import pytest
import yaml
from pydantic import ValidationError

from compsparse.studies.experts.plan import Settings, jobs, requests
from tests.house_plan import ROOT
from workflow_engine.configuration.load import _merge, load
from workflow_engine.configuration.scales import SCALES


def section(**changed: Any) -> dict[str, Any]:
    """Return the study's section at smoke scale."""
    given = yaml.safe_load((ROOT / "params.yaml").read_text())["experts"]
    overlay = yaml.safe_load((ROOT / "workflow/scales/experts.yaml").read_text())["smoke"]
    merged: dict[str, Any] = _merge(given, overlay, "smoke")
    return {**merged, **changed}


def params(**changed: Any) -> dict[str, dict[str, Any]]:
    made = jobs(Settings.model_validate(section(**changed)), 0, "smoke")
    return {next(iter(job.outputs.values())): dict(job.params) for job in made}


@pytest.mark.parametrize("scale", SCALES)
def test_every_scale_and_every_world_at_it_is_accepted(scale: str) -> None:
    assert "swapped" in load(ROOT / "params.yaml", {"scale": scale}).worlds["experts"]


def test_worlds_touch_targets_and_trainings_alone() -> None:
    plain = params()
    changed = {path for path, given in params(world="identity").items() if given != plain[path]}
    assert changed == {path for path in plain if "/data/" in path or "/models/" in path}


def test_requests_add_one_experiment_each() -> None:
    settings = Settings.model_validate(section())
    assert list(requests(settings)) == ["more_tasks", "language_model"]
    plain = params()
    for asked in requests(settings).values():
        made = jobs(asked, 0, "smoke")
        assert len([job for job in made if next(iter(job.outputs.values())) not in plain]) in (3, 6)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"held_out": {"generate": {"codes": 3, "layers": 2, "held_out": [1, 7]}}},
            "at most 6 of 9",
        ),
        ({"independent": {"generate": {"codes": 2, "layers": 2, "held_out": 3}}}, "at most 2 of 4"),
        (
            {
                "languages": {
                    "generate": {"languages": ["a", "b"], "subjects": ["c", "d", "e"], "runs": 3}
                }
            },
            "as many languages as subjects",
        ),
    ],
)
def test_hold_outs_that_cannot_be_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Settings.model_validate(section(**change))


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("kept", 5, "a divisor of the 4 experts"),
        ("kept", 1, "greater than or equal to 2"),
        ("experts", -4, "greater than or equal to 2"),
    ],
)
def test_layers_that_cannot_be_are_refused(name: str, value: int, message: str) -> None:
    given = section()["fine_grained"]
    changed = {**given, "train": {**given["train"], name: value}}
    with pytest.raises(ValidationError, match=message):
        Settings.model_validate(section(fine_grained=changed))


def test_the_document_s_model_is_one_of_those_counted() -> None:
    given = section()["parameters"]["evaluate"]
    with pytest.raises(ValidationError, match="document: one of DeepSeek_V3"):
        Settings.model_validate(section(parameters={"evaluate": {**given, "document": "none"}}))
