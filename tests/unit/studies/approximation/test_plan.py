"""The whole plan: outputs are unique, worlds touch trees alone, settings are refused."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import ValidationError

from compsparse.studies.approximation.plan import Settings, jobs
from workflow_engine.configuration.load import _merge, load
from workflow_engine.configuration.scales import SCALES

ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def smoke() -> dict[str, Any]:
    section = yaml.safe_load((ROOT / "params.yaml").read_text())["approximation"]
    overlay = yaml.safe_load((ROOT / "workflow/scales/approximation.yaml").read_text())["smoke"]
    merged: dict[str, Any] = _merge(section, overlay, "smoke")
    return merged


@pytest.mark.parametrize("scale", SCALES)
def test_every_scale_and_every_world_at_it_is_accepted(scale: str, tmp_path: Path) -> None:
    # as if it were the only study, whether or not it is in the project's list
    text = (ROOT / "params.yaml").read_text()
    listed = re.sub(r"(?m)^studies: \[.*\]$", "studies: [approximation]", text)
    (tmp_path / "params.yaml").write_text(listed)
    (tmp_path / "workflow").symlink_to(ROOT / "workflow")
    worlds = load(tmp_path / "params.yaml", {"scale": scale}).worlds["approximation"]
    assert set(worlds) >= {"identity", "additive", "one_constituent", "kinked", "structured"}


def test_outputs_are_unique_and_inputs_are_made(smoke: dict[str, Any]) -> None:
    made = jobs(Settings.model_validate(smoke), 0, "smoke")
    outputs = [path for job in made for path in job.outputs.values()]
    assert len(outputs) == len(set(outputs))
    read = {
        path
        for job in made
        for paths in job.inputs.values()
        for path in ([paths] if isinstance(paths, str) else paths)
    }
    assert read <= set(outputs)


def test_a_world_touches_what_a_tree_is_asked_of(smoke: dict[str, Any]) -> None:
    def params(world: str) -> dict[str, Any]:
        made = jobs(Settings.model_validate({**smoke, "world": world}), 0, "smoke")
        return {next(iter(job.outputs.values())): job.params for job in made}

    plain = params("none")

    def touched(world: str) -> set[str]:
        found = {path for path, values in params(world).items() if values != plain[path]}
        assert found
        return found

    of_trees = touched("additive") | touched("one_constituent") | touched("kinked")
    assert not any("generic" in path for path in of_trees)
    structured, mismatched = touched("structured"), touched("mismatched")
    assert all(
        any(part in path for part in ("generic", "wiring", "transfer")) for path in structured
    )
    # the same code in all worlds: what one touches by itself the identity touches, too
    assert {path for path in mismatched if "/models/" in path} <= touched("identity")


def test_mismatched_networks_swap_their_orders(smoke: dict[str, Any]) -> None:
    def trainings(world: str) -> dict[str, dict[str, Any]]:
        made = jobs(Settings.model_validate({**smoke, "world": world}), 0, "smoke")
        return {next(iter(job.outputs.values())): job.params for job in made if job.step == "train"}

    swapped, plain = trainings("mismatched"), trainings("identity")
    orders = set()
    for path, before in plain.items():
        if "network" not in before:
            continue
        one, other = before["network"], swapped[path]["network"]
        orders.add((path.split("/")[2], one["wiring"], one["order"], other["order"]))
        assert {**one, "order": ""} == {**other, "order": ""}
    assert ("samples", "tree", "own", "bit_reversed") in orders
    assert ("samples", "tree", "bit_reversed", "own") in orders
    assert ("samples", "dense", "own", "own") in orders
    assert ("locality", "tree", "random", "random") in orders
    assert ("transfer", "tree", "own", "own") in orders


def test_mismatched_sources_trade_places(smoke: dict[str, Any]) -> None:
    def targets(world: str) -> dict[str, Any]:
        made = jobs(Settings.model_validate({**smoke, "world": world}), 0, "smoke")
        return {
            job.wildcards["cell"]: [m["name"] for m in job.params["target"]["modules"]]
            for job in made
            if job.step == "generate" and job.wildcards["experiment"] == "transfer"
        }

    plain, swapped = targets("none"), targets("mismatched")
    assert plain == {
        "source": ["lower 0", "upper 1", "upper 2"],
        "other_source": ["other lower 0", "upper 1", "upper 2"],
        "target": ["lower 0", "new upper 1", "new upper 2"],
    }
    assert swapped["source"] == plain["other_source"]
    assert swapped["other_source"] == plain["source"]
    assert swapped["target"] == plain["target"]
    alike = targets("structured")
    assert alike["source"] == alike["other_source"] == alike["target"]


def test_fresh_examples_are_of_the_targets_that_judge(smoke: dict[str, Any]) -> None:
    by_output = {
        path: job
        for job in jobs(Settings.model_validate(smoke), 0, "smoke")
        for path in job.outputs.values()
    }
    fresh = [job for job in by_output.values() if "fresh" in job.params]
    assert fresh
    for job in fresh:
        data = by_output[job.input_paths[0]].params
        assert job.params["fresh"] == data["target"]
        assert job.params["root_seed"] == data["root_seed"]


def test_arms_of_transfer_differ_in_what_is_copied_and_frozen_alone(smoke: dict[str, Any]) -> None:
    made = jobs(Settings.model_validate(smoke), 0, "smoke")
    arms = {
        job.wildcards["cell"].removesuffix("-levels_1-examples_32"): job
        for job in made
        if job.step == "train" and job.wildcards["experiment"] == "transfer"
    }
    of_scratch = arms["scratch-levels_0-examples_32"]
    assert of_scratch.params["copied"] == of_scratch.params["frozen"] == 0
    expected = {
        "frozen": (1, 1, "source"),
        "fine_tuned": (1, 0, "source"),
        "frozen_random": (0, 1, None),
        "frozen_other": (1, 1, "other_source"),
        "fine_tuned_other": (1, 0, "other_source"),
    }
    for name, (copied, frozen, source) in expected.items():
        job = arms[name]
        # first weights, batches and all else are those of scratch
        assert job.params == {**of_scratch.params, "copied": copied, "frozen": frozen}
        assert job.inputs["examples"] == of_scratch.inputs["examples"]
        wanted = source and f"approximation/models/transfer/{source}.npz"
        assert job.inputs.get("source") == wanted


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("samples.generate.variables", 6, "a power of two, not 6"),
        ("depth.generate.variables", 12, "a power of two, not 12"),
        ("wiring.generate.every_split_of", 16, "every_split_of is one of the sizes"),
        ("rates.generate.orders", [3], "1, 2 or 4"),
        ("targets.ranges.slopes", [[1.0, 2.0]] * 3, "of two variables, not 3"),
        ("transfer.generate.shared", 2, "at most two less than levels"),
        ("locality.generate.variables", 6, "a power of two, not 6"),
        ("relu_network.generate.variables", 6, "a power of two, not 6"),
        ("depth.train.batch", 33, "at most 32, the training part of 40 examples, not 33"),
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
