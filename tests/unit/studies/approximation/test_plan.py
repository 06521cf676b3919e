"""The whole plan: outputs are unique, worlds touch trees alone, settings are refused."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import ValidationError

from compsparse.configuration.load import _merge
from compsparse.studies.approximation.plan import Settings, jobs

ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def smoke() -> dict[str, Any]:
    section = yaml.safe_load((ROOT / "params.yaml").read_text())["approximation"]
    overlay = yaml.safe_load((ROOT / "workflow/scales/approximation.yaml").read_text())["smoke"]
    merged: dict[str, Any] = _merge(section, overlay, "smoke")
    return merged


def test_outputs_are_unique_and_inputs_are_made(smoke: dict[str, Any]) -> None:
    made = jobs(Settings.model_validate(smoke), 0, "smoke")
    outputs = [path for job in made for path in job.outputs.values()]
    assert len(outputs) == len(set(outputs))
    read = {
        path
        for job in made
        for of in job.inputs.values()
        for path in ([of] if isinstance(of, str) else of)
    }
    assert read <= set(outputs)


def test_a_world_touches_what_a_tree_is_asked_of(smoke: dict[str, Any]) -> None:
    def params(world: str) -> dict[str, Any]:
        made = jobs(Settings.model_validate({**smoke, "world": world}), 0, "smoke")
        return {next(iter(job.outputs.values())): job.params for job in made}

    plain = params("none")
    for world in ("identity", "additive", "one_constituent", "kinked"):
        touched = {path for path, of in params(world).items() if of != plain[path]}
        assert touched
        assert not any("generic" in path for path in touched)
    of_structured = {path for path, of in params("structured").items() if of != plain[path]}
    assert of_structured
    assert all("generic" in path or "wiring" in path for path in of_structured)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("samples.generate.variables", [4, 6], "powers of two, not \\[6\\]"),
        ("samples.generate.at_examples", 50, "at_examples one of examples"),
        ("depth.generate.variables", 12, "a power of two, not 12"),
        ("wiring.generate.every_split_of", 16, "every_split_of is one of the sizes"),
        ("rates.generate.orders", [3], "1, 2 or 4"),
        ("targets.constituent.slopes", [1.0, 1.0, 1.0], "of two variables, not 3"),
        ("samples.train.kernels.widths", [-1, 1, 2, 3], "greater than 0"),
    ],
)
def test_settings_are_refused(smoke: dict[str, Any], key: str, value: object, message: str) -> None:
    changed = yaml.safe_load(yaml.safe_dump(smoke))
    *path, last = key.split(".")
    place = changed
    for name in path:
        place = place[name]
    place[last] = value
    with pytest.raises(ValidationError, match=message):
        Settings.model_validate(changed)
