"""Jobs of both themes: who adds what, what a world touches, what is refused."""

from typing import Any

import pytest
import yaml
from pydantic import ValidationError

from compsparse.studies.tickets.bounds import plan as bounds
from compsparse.studies.tickets.bounds.settings import BoundsTheme
from compsparse.studies.tickets.collector import Collector
from compsparse.studies.tickets.generalization import plan as generalization
from compsparse.studies.tickets.generalization.settings import GeneralizationTheme
from compsparse.studies.tickets.shared_settings import StudentSettings
from compsparse.studies.tickets.wired.shape import WIRINGS
from compsparse.studies.tickets.worlds import World
from workflow_engine.provenance.job import Job

SECTION: dict[str, Any] = yaml.safe_load("""
wired:
  generate:
    {variables: 4, ranges: {slopes: [0.6, 1.4], product: [0.25, 0.75]}, examples: [16, 32],
     choosing: 20, judged: 50, runs: 3}
  train:
    {channels: 2, decay: 0.03, rates: [0.01, 0.03, 0.1], restarts: 2, passes: 5, batch: 8}
layers:
  generate:
    {inputs: 16, units: 8, nonzeros: [1, 2], draws: 100, examples: 8, signs: 2, filter_size: 4,
     runs: 3}
bounds:
  train: {signs: 2, restarts: 1, steps: 3, share: 0.3}
  evaluate: {at_examples: 32}
complexity_measures:
  train:
    {wirings: [dense, right], at_examples: 32, channels: [3], decays: [0.1], noises: [0.2]}
""")


class Settings(BoundsTheme, GeneralizationTheme):
    pass


def collected(
    world: World = "none", order: tuple[Any, ...] = (bounds, generalization)
) -> list[Job]:
    students = StudentSettings.model_construct()  # of other themes
    plan = Collector(0, "smoke", students, world)
    return plan.collect(order, Settings.model_validate(SECTION))


def params(world: World) -> dict[str, Any]:
    return {next(iter(job.outputs.values())): job.params for job in collected(world)}


def test_outputs_are_unique_and_inputs_are_made_before() -> None:
    made: set[str] = set()
    for job in collected():
        assert set(job.input_paths) <= made, job.module
        assert not made.intersection(job.outputs.values())
        made.update(job.outputs.values())


def test_networks_are_trained_once_whichever_theme_comes_first() -> None:
    one, two = (
        {tuple(job.outputs.values()): job.params for job in collected(order=order)}
        for order in ((bounds, generalization), (generalization, bounds))
    )
    assert one == two


def test_only_examples_are_touched_by_a_world() -> None:
    plain = params("none")
    for world in ("identity", "rotated", "shuffled_labels", "dense_teacher"):
        touched = {path: values for path, values in params(world).items() if values != plain[path]}
        (path,) = touched
        assert path == "tickets/data/wired/examples.npz"
        assert touched[path] == {**plain[path], "world": world}


def test_wirings_are_trained_alike() -> None:
    by_wiring = {
        job.wildcards["cell"]: job.params
        for job in collected()
        if job.wildcards.get("experiment") == "wired" and job.step == "train"
    }
    assert list(by_wiring) == list(WIRINGS)
    for wiring, given in by_wiring.items():
        left_out = ("wiring", "seed_names")
        assert {k: v for k, v in given.items() if k not in left_out} == {
            k: v for k, v in by_wiring["dense"].items() if k not in left_out
        }
        assert given["wiring"] == wiring
    cells = [(cell["examples"], cell["noise"]) for cell in by_wiring["right"]["cells"]]
    assert cells == [(16, 0.0), (32, 0.0), (16, 0.5), (32, 0.5)]


def test_suprema_of_all_wirings_have_the_same_signs() -> None:
    names = [job.params["sign_names"] for job in collected() if job.module.endswith("supremum")]
    assert names == [["tickets", "bounds", "signs"]] * 4


def test_a_population_differs_from_the_usual_network_in_one_factor() -> None:
    (job,) = (job for job in collected() if job.module.endswith("evaluate_complexity_measures"))
    usual = job.params["usual"]
    networks = [
        {**cell, "channels": description["channels"]}
        for description in job.params["about"][4:]
        for cell in description["cells"]
    ]
    differing = [[k for k, value in network.items() if value != usual[k]] for network in networks]
    assert differing == [["decay"], ["noise"], ["channels"]] * 2
    assert len(job.inputs["models"]) == len(job.params["about"]) == 8


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("wired.generate.variables", 6, "a power of two, not 6"),
        ("wired.train.rates", [0.01, 0.03], "at least 3"),
        ("wired.train.restarts", 1, "greater than or equal to 2"),
        ("wired.train.batch", 128, "at least one step at 16 examples, not 5"),
        ("bounds.evaluate.at_examples", 20, r"one of \[16, 32\]"),
        ("complexity_measures.train.at_examples", 20, r"one of \[16, 32\]"),
        ("complexity_measures.train.channels", [2, 3], "other than 2, which is trained anyway"),
        ("complexity_measures.train.decays", [0.03], "other than 0.03"),
        ("complexity_measures.train.noises", [0.5], "less than 0.5"),
        ("layers.generate.nonzeros", [1, 3], "a divisor of it, not 3"),
        ("layers.generate.filter_size", 16, "below inputs, 16, and a divisor of it, not 16"),
        ("bounds.train.share", 1.0, "less than 1"),
    ],
)
def test_settings_are_refused(key: str, value: object, message: str) -> None:
    changed = yaml.safe_load(yaml.safe_dump(SECTION))
    *path, last = key.split(".")
    place = changed
    for name in path:
        place = place[name]
    place[last] = value
    with pytest.raises(ValidationError, match=message):
        Settings.model_validate(changed)
