"""The whole plan: outputs are unique, worlds touch targets alone, settings are refused."""

import re
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from pydantic import ValidationError

from compsparse.studies.tickets.plan import Settings, jobs
from compsparse.studies.tickets.worlds import World
from workflow_engine.configuration.load import _merge, load
from workflow_engine.configuration.scales import SCALES
from workflow_engine.provenance.job import Job

ROOT = Path(__file__).parents[4]
NOISE = "tickets/data/nulls/shuffled_labels.npz"
STUDENTS, TOKENS, WIRED = (
    f"compsparse.studies.tickets.{module}"
    for module in (
        "teacher.generate_examples",
        "transformer.generate_token_tasks",
        "wired.generate_examples",
    )
)
TOUCHED = {
    "rotated": {STUDENTS, WIRED},
    "shuffled_labels": {TOKENS, WIRED},
    "dense_teacher": {STUDENTS, TOKENS, WIRED},
    "one_constituent": {STUDENTS, TOKENS},
}
OWN: dict[str, Any] = {
    "mine": {"kind": "sine", "graph": [[0, 1], [1, 2, 3]]},
    "xor": {"kind": "table", "table": "0110", "reads": [4, 31]},
}


@pytest.fixture(scope="module")
def smoke() -> dict[str, Any]:
    section = yaml.safe_load((ROOT / "params.yaml").read_text())["tickets"]
    overlay = yaml.safe_load((ROOT / "workflow/scales/tickets.yaml").read_text())["smoke"]
    merged: dict[str, Any] = _merge(section, overlay, "smoke")
    return merged


def changed(part: Any, path: list[str], value: object) -> Any:
    """Return settings of which one value is another."""
    if not path:
        return value
    if isinstance(part, list):
        place = int(path[0])
        return [
            changed(entry, path[1:], value) if i == place else entry for i, entry in enumerate(part)
        ]
    return {**part, path[0]: changed(part.get(path[0]), path[1:], value)}


def planned(section: dict[str, Any], world: str = "none") -> dict[str, Job]:
    """Return the jobs by their first output."""
    made = jobs(Settings.model_validate({**section, "world": world}), 0, "smoke")
    return {next(iter(job.outputs.values())): job for job in made}


@pytest.mark.parametrize("scale", SCALES)
def test_every_scale_and_every_world_at_it_is_accepted(scale: str, tmp_path: Path) -> None:
    # as if it were the only study, whether or not it is in the project's list
    text = (ROOT / "params.yaml").read_text()
    listed = re.sub(r"(?m)^studies: \[.*\]$", "studies: [tickets]", text)
    (tmp_path / "params.yaml").write_text(listed)
    (tmp_path / "workflow").symlink_to(ROOT / "workflow")
    worlds = load(tmp_path / "params.yaml", {"scale": scale}).worlds["tickets"]
    # what a world gives is set, and is no value of the parameter
    structures = {name for name, there in worlds.items() if there.settings.world == name}
    assert {"none", *structures} == set(get_args(World))


def test_outputs_are_unique_and_inputs_are_made_before(smoke: dict[str, Any]) -> None:
    made: set[str] = set()
    section = changed(smoke, ["law", "generate", "own"], OWN)
    for job in jobs(Settings.model_validate(section), 0, "smoke"):
        assert set(job.input_paths) <= made, job.module
        assert not made.intersection(job.outputs.values())
        made.update(job.outputs.values())


@pytest.mark.parametrize("world", TOUCHED)
def test_a_world_touches_targets_but_not_the_nulls_noise(smoke: dict[str, Any], world: str) -> None:
    plain, there = planned(smoke), planned(smoke, world)
    expected = {path for path, job in plain.items() if job.module in TOUCHED[world]} - {NOISE}
    assert {path for path, job in there.items() if job != plain[path]} == expected
    for path in expected:
        assert there[path].params == {**plain[path].params, "world": world}


def test_structured_nulls_are_true_labels_of_noise_and_dense_teachers_that_are_sparse(
    smoke: dict[str, Any],
) -> None:
    plain, there = planned(smoke), planned(smoke, "structured_nulls")
    dense = {
        path
        for path, job in plain.items()
        if job.params.get("teacher", {}).get("arity") == smoke["students"]["data"]["variables"]
    }
    assert dense == {"tickets/data/law/relu-arity_32-constituents_4.npz"}
    assert {path for path, job in there.items() if job != plain[path]} == {NOISE, *dense}
    assert plain[NOISE].params["world"] == "shuffled_labels"
    for path in (NOISE, *dense):
        wanted = {**plain[path].params, "world": "structured_nulls"}
        assert there[path].params == wanted


def test_identity_touches_wherever_a_world_does(smoke: dict[str, Any]) -> None:
    section = changed(smoke, ["law", "generate", "own"], OWN)
    plain = planned(section)

    def touched(world: str) -> set[str]:
        return {path for path, job in planned(section, world).items() if job != plain[path]}

    others = {path for world in (*TOUCHED, "structured_nulls") for path in touched(world)}
    # the noise of the nulls is shuffled in every world but one
    assert touched("identity") == others - {NOISE}
    assert {f"tickets/data/law/own-{name}.npz" for name in OWN} <= others


def test_own_teachers_are_learned_pruned_and_evaluated_as_drawn_ones(smoke: dict[str, Any]) -> None:
    made = planned(changed(smoke, ["law", "generate", "own"], OWN))
    drawn = "relu-arity_2-constituents_4"
    for name, teacher in OWN.items():
        data, dense, rounds = (
            f"tickets/{pattern.format(f'own-{name}')}.npz"
            for pattern in ("data/law/{}", "models/law/{}-dense", "models/law/{}-rounds")
        )
        assert made[data].params["teacher"] == teacher
        assert made[dense].inputs == {"examples": data}
        assert made[rounds].inputs == {"examples": data, "dense": dense}
        for path in (data, dense, rounds):
            usual = made[path.replace(f"own-{name}", drawn)]
            left_out = ("teacher", "seed_names")
            assert made[path].module == usual.module
            assert {k: v for k, v in made[path].params.items() if k not in left_out} == {
                k: v for k, v in usual.params.items() if k not in left_out
            }
    law = made["tickets/tables/tickets_kept_weights.csv"]
    assert law.params["cells"][-2:] == [
        {"name": "mine", "kind": "own", "arity": 2.5, "constituents": 2, "edges": 5},
        {"name": "xor", "kind": "own", "arity": 2.0, "constituents": 1, "edges": 2},
    ]
    for cell, path in zip(law.params["cells"], law.inputs["rounds"], strict=True):
        prefix = "own-" if cell["kind"] == "own" else ""
        assert path == f"tickets/models/law/{prefix}{cell['name']}-rounds.npz"
    tickets = made["tickets/tables/tickets_winning_tickets.csv"]
    assert tickets.params["cells"][-2:] == [{"teacher": name, "kind": "own"} for name in OWN]
    for name, path in zip(OWN, tickets.inputs["controls"][-2:], strict=True):
        assert made[path].inputs == {
            "examples": f"tickets/data/law/own-{name}.npz",
            "dense": f"tickets/models/law/own-{name}-dense.npz",
            "rounds": f"tickets/models/law/own-{name}-rounds.npz",
        }


def test_own_teachers_change_no_other_training(smoke: dict[str, Any]) -> None:
    plain, made = planned(smoke), planned(changed(smoke, ["law", "generate", "own"], OWN))
    for path, job in plain.items():
        if job.step in ("generate", "train", "prune"):
            assert made[path] == job


def test_rounds_and_controls_are_trained_as_dense_students(smoke: dict[str, Any]) -> None:
    training = smoke["students"]["training"]
    modules = ("train_dense", "prune_rounds", "train_controls")
    made = [job for job in planned(smoke).values() if job.module.endswith(modules)]
    assert {job.module.rpartition(".")[2] for job in made} == set(modules)
    for job in made:
        given = {name: job.params[name] for name in training}
        if job.wildcards["cell"].startswith("another_penalty"):
            assert given == {**training, "penalty": 0}
        elif job.wildcards["cell"].startswith("width_8"):
            assert given == {**training, "width": 8}
        else:
            assert given == training


def test_noise_alone_is_judged_by_the_examples_that_are_learned(smoke: dict[str, Any]) -> None:
    scored = {
        path: job.params["scored_on"]
        for path, job in planned(smoke).items()
        if job.module.endswith("prune_rounds")
    }
    assert scored.pop("tickets/models/nulls/shuffled_labels-rounds.npz") == "learned"
    assert set(scored.values()) == {"choosing"}


def table(values: str) -> dict[str, Any]:
    return {"kind": "table", "table": values, "reads": [3, 5]}


def graph(*constituents: list[int]) -> dict[str, Any]:
    return {"kind": "relu", "graph": list(constituents)}


def test_kinds_and_nulls_have_the_graphs_and_first_weights_of_the_usual_students(
    smoke: dict[str, Any],
) -> None:
    made = jobs(Settings.model_validate(smoke), 0, "smoke")
    seeds: dict[str, set[tuple[str, ...]]] = {"generate": set(), "train": set()}
    for job in made:
        cell = job.wildcards.get("cell", "")
        alike = cell.startswith(("relu-arity_4-constituents_4", "sine-"))
        if job.step in seeds and (
            (job.wildcards["experiment"] == "law" and alike)
            or job.wildcards["experiment"] == "nulls"
        ):
            seeds[job.step].add(tuple(job.params["seed_names"]))
    assert {step: len(names) for step, names in seeds.items()} == {"generate": 1, "train": 1}


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("law.generate.teachers.4.arity", 33, "an arity of at most 32, .*variables, not 33"),
        ("one_shot.generate.unequal_at.arity", 33, "an arity of at most 32, .*, not 33"),
        (
            "law.generate.own",
            {"of": table("0011")},
            r"its inputs \[5\]",
        ),
        (
            "law.generate.own",
            {"of": table("011")},
            "4 values, not 3",
        ),
        (
            "law.generate.own",
            {"of": graph([0], [32])},
            r"inputs of 0 to 31, .*not \[32\]",
        ),
        (
            "law.generate.own",
            {"of": graph([1, 1])},
            r"distinct inputs.*not \[1, 1\]",
        ),
        ("law.generate.own", {"a/b": {"graph": [[0]]}}, "should match pattern"),
        ("students.pruning.rounds.share_below", 0.11, "less than or equal to 0.1"),
        ("students.pruning.rounds.share_above", 0.31, "less than or equal to 0.3"),
        ("students.pruning.rounds.smallest", 0.0, "greater than 0"),
        ("students.pruning.rounds.smallest", 1.1, "less than or equal to 1"),
        ("one_shot.prune.rounds.bend", 0.0, "greater than 0"),
        ("students.training.batch", 513, "at most 512, data.learned, not 513"),
        (
            "law.generate.harder_at",
            {"arity": 3, "constituents": 4},
            "harder_at: one of the teachers, not arity_3-constituents_4",
        ),
        ("law.generate.harder", ["relu"], "kinds beside relu"),
        ("law.evaluate.edges", 7, "evaluate.edges: no two teachers"),
        ("law.evaluate.constituents", 3, "evaluate.constituents: no two teachers"),
        ("law.evaluate.largest_arity", 2, "two arities and two numbers of constituents"),
        (
            "winning_tickets.generate.teachers.0.arity",
            8,
            "winning_tickets.generate.teachers: one of law.generate.teachers, "
            "arity_2-constituents_4, .*, not arity_8-constituents_4",
        ),
        ("winning_tickets.generate.dense.constituents", 3, "not arity_32-constituents_3"),
        ("one_shot.generate.teachers.1.arity", 8, "one_shot.*, not arity_8-constituents_4"),
        ("nulls.generate.teacher.arity", 8, "nulls.*, not arity_8-constituents_4"),
        ("nulls.train.widths", [8, 16], r"other than 16, .*, not \[8, 16\]"),
        ("world", "upside_down", "Input should be 'none', 'identity'"),
    ],
)
def test_settings_are_refused(smoke: dict[str, Any], key: str, value: object, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Settings.model_validate(changed(smoke, key.split("."), value))
