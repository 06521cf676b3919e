"""`compsparse carry`: tables on request survive a refactoring, and nothing but one."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from compsparse.verdicts.official_claim import read_official
from tests.workflow.project import ToyProject
from tests.workflow.worlds import with_worlds

pytestmark = pytest.mark.dear

SEEDS, WORLDS = ("1", "2"), ("identity", "nothing_left", "fewer")
RECORDS = tuple(
    f"alpha/provenance/{step}/{name}.json"
    for step, names in (("replicate", SEEDS), ("worlds", WORLDS))
    for name in names
)
TABLES = tuple(
    f"alpha/tables/{folder}/{name}.json"
    for folder, names in (("replication", SEEDS), ("worlds", WORLDS))
    for name in names
)
TRAIN = "src/compsparse/studies/alpha/train.py"
HELPER = '''"""Every second number, as ``train`` keeps it."""


def every_second(numbers: list[int], first: int) -> list[int]:
    return [number for place, number in enumerate(numbers) if place % 2 == first]
'''


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory, machine: Path) -> ToyProject:
    """A toy project with replication and worlds, recorded and committed; do not change it."""
    project = with_worlds(ToyProject.create(tmp_path_factory.mktemp("carry") / "project"))
    project.edit(
        "src/compsparse/studies/alpha/generate.py",
        "numbers = [clipped(generator.randrange(100), clip) for",
        f"""rounding = int(open("{machine}").read())
    numbers = [clipped(generator.randrange(100), clip) + rounding for""",
    )
    text = (project.root / "params.yaml").read_text()
    replication = "replication: {root_seeds: [1, 2]}\ncarry: {at_most: 1}\n"
    (project.root / "params.yaml").write_text(text + replication)
    project.snakemake("replication", "worlds", "all")
    project.repro()
    project.commit("all")
    return project


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file that stands for the make of the processor: numbers are rounded by it."""
    path = tmp_path_factory.mktemp("machine") / "rounding"
    path.write_text("0")
    return path


@pytest.fixture
def another_make(machine: Path) -> Iterator[Path]:
    """Go on with a processor that rounds otherwise."""
    machine.write_text("1")
    yield machine
    machine.write_text("0")


@pytest.fixture
def twin(once: ToyProject, tmp_path: Path) -> ToyProject:
    """A checkout of the commit with an environment of its own."""
    twin = once.copied(tmp_path / "twin")
    python = twin.root / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    return twin


@pytest.fixture
def project(once: ToyProject, tmp_path: Path) -> ToyProject:
    """A copy of the project to do anything with."""
    return once.copied(tmp_path / "project")


def refactored(project: ToyProject, *, run: bool = True) -> ToyProject:
    """Move what ``train`` does into a module of its own, and run."""
    (project.root / "src/compsparse/studies/alpha/halves.py").write_text(HELPER)
    slices = """numbers = read_json(single(inputs, "numbers"))[side == "left" :: 2]"""
    call = """numbers = every_second(
        read_json(single(inputs, "numbers")), int(side == "left")
    )"""
    project.edit(TRAIN, slices, call)
    imported = "from compsparse.studies.alpha.halves import every_second\n"
    project.edit(TRAIN, "from workflow_engine.steps", f"{imported}from workflow_engine.steps")
    if run:
        project.snakemake()
    return project


def carry(project: ToyProject, *arguments: str) -> tuple[int, str]:
    done = project.run("compsparse", "carry", "alpha", *arguments, check=False)
    return done.returncode, done.stdout


def records(project: ToyProject) -> list[dict[str, object]]:
    return [json.loads((project.root / "results" / name).read_text()) for name in RECORDS]


def test_a_refactoring_keeps_its_tables_and_says_what_was_proved(project: ToyProject) -> None:
    before = project.contents()
    refactored(project)
    # the run has moved what no longer follows from the code to the trash
    assert not {*RECORDS, *TABLES} & set(project.contents())
    code, text = carry(project)
    assert code == 0, text
    assert "2 of alpha/replicate, 3 of alpha/worlds carried over" in text
    after = project.contents()
    assert {path: after[path] for path in TABLES} == {path: before[path] for path in TABLES}
    assert project.planned("replication", "worlds") == {}
    commit = project.run("git", "rev-parse", "HEAD").stdout.strip()
    for record in records(project):
        (proof,) = record["carried"]  # type: ignore[misc]
        assert proof["commit"] == commit and proof["code"] != record["code"]
        # numbers, two models, three metrics
        assert proof["equal_files"] == 6
        drawn = proof["made_again"]
        assert {f"root seed {seed}" for seed in (1, 2)} <= {e.split(" at ")[1] for e in drawn}
    # recorded and committed, all is as after a replication
    project.repro()
    project.commit("carried")
    assert project.audit("--committed") == (0, [])
    notices = json.loads(project.run("compsparse", "audit", "--json").stdout)[0]["notices"]
    assert [n["path"] for n in notices if "carried over once" in n["reason"]] == [
        f"results/alpha/provenance/{step}" for step in ("replicate", "worlds")
    ]
    assert carry(project) == (0, "alpha: nothing to carry over; all tables on request hold.\n")
    project.edit(TRAIN, "def run(", "COUNT = 1\n\n\ndef run(")
    project.snakemake()
    code, text = carry(project)
    assert code == 2 and "carried over once since it was made; allowed: 1" in text


def test_code_that_alters_one_root_seed_only_is_found(project: ToyProject) -> None:
    generate = "src/compsparse/studies/alpha/generate.py"
    project.edit(
        generate,
        'return {"numbers": numbers}',
        # all numbers: which evaluation of this root seed is made again, is drawn
        "if root_seed == 2:\n        numbers = [number + 1 for number in numbers]\n"
        '    return {"numbers": numbers}',
    )
    project.snakemake()
    before = project.contents()
    code, text = carry(project)
    assert code == 2
    assert "at root seed 2 is not what is stored, although the default run is equal" in text
    assert project.contents() == before  # nothing was written


def test_code_that_alters_one_world_only_is_found_if_it_is_drawn(project: ToyProject) -> None:
    project.edit("params.yaml", "at_most: 1", "at_most: 1, evaluations: 99")  # all are drawn
    project.edit(TRAIN, "[0 for _ in", "[len(numbers) for _ in")
    project.snakemake()
    code, text = carry(project)
    assert code == 2 and "in the world nothing_left is not what is stored" in text, text


@pytest.mark.parametrize(
    ("path", "old", "new", "words"),
    [
        (
            "params.yaml",
            "count: 20",
            "count: 21",
            "params.count of alpha/provenance/generate/all.json was 20 and is 21",
        ),
        (
            "src/compsparse/studies/alpha/evaluate.py",
            '"n": 1}',
            '"n": 2}',
            "has other bytes than in the commit",
        ),
        (
            "workflow/worlds/alpha.yaml",
            "generate.count: 4",
            "generate.count: 6",
            "params.made_by of alpha/worlds/fewer was",
        ),
    ],
    ids=["parameter", "number", "world"],
)
def test_any_other_difference_is_named(
    project: ToyProject, path: str, old: str, new: str, words: str
) -> None:
    project.edit(path, old, new)
    project.snakemake()
    code, text = carry(project)
    assert code == 2 and words in text, text
    assert not {*RECORDS, *TABLES} <= set(project.contents())


def test_a_renamed_module_is_the_same_if_the_committed_file_says_so(project: ToyProject) -> None:
    folder = project.root / "src/compsparse/studies/alpha"
    (folder / "train.py").rename(folder / "train_sides.py")
    plan = "src/compsparse/studies/alpha/plan.py"
    project.edit(
        plan,
        'module = more.pop("module", f"compsparse.studies.alpha.{step}")',
        'name = {"train": "train_sides"}.get(step, step)\n'
        '        module = more.pop("module", f"compsparse.studies.alpha.{name}")',
    )
    project.snakemake()
    code, text = carry(project)
    line = "compsparse.studies.alpha.train: compsparse.studies.alpha.train_sides"
    assert code == 2 and f"say so in workflow/renamed_modules.yaml: `{line}`" in text
    (project.root / "workflow/renamed_modules.yaml").write_text(f"{line}\n")
    code, text = carry(project)
    assert code == 0, text
    assert project.planned("replication", "worlds") == {}


def test_what_was_edited_in_the_commit_is_not_carried(project: ToyProject) -> None:
    stored = project.root / "results" / TABLES[0]
    content = json.loads(stored.read_text())
    for measured in content.values():
        for metric in measured.values():
            metric["value"] = metric["high"] = metric["high"] + 1
    stored.write_text(json.dumps(content))
    project.commit("forged")
    refactored(project)
    code, told = carry(project)
    assert code == 2 and "is not what is stored" in told, told


@pytest.mark.parametrize("table", [TABLES[1], TABLES[3]], ids=["root seed", "world"])
def test_a_table_without_what_a_claim_names_is_not_carried(project: ToyProject, table: str) -> None:
    project.edit("params.yaml", "at_most: 1", "at_most: 1, evaluations: 1")  # few are drawn
    stored = project.root / "results" / table
    content = json.loads(stored.read_text())
    del content.get("metrics", content)["alpha_left"]["total"]
    stored.write_text(json.dumps(content))
    project.commit("older than its claims")
    refactored(project)
    code, told = carry(project)
    rule = "alpha_replicate_2" if table == TABLES[1] else "alpha_worlds_nothing_left"
    assert code == 2 and f"{table} lacks total of alpha_left, by which the claim " in told, told
    assert told.rstrip().endswith(f"then start again: `snakemake {rule}`.")


def test_claims_may_say_anything_else(project: ToyProject) -> None:
    register = project.root / "workflow/claims/alpha.yaml"
    text = register.read_text()
    assert "accept: {above: 2}" in text
    register.write_text(text.replace("accept: {above: 2}", "accept: {above: 99}"))
    refactored(project)
    code, told = carry(project)
    assert code == 0, told
    assert project.planned("replication", "worlds") == {}
    claims = {c.id: c for c in read_official(project.root / "results/alpha/claims.json")}
    size = claims["alpha_left_size"]
    assert (size.verdict, size.root_seeds) == ("fails", [1, 2])


def test_a_twin_proves_a_refactoring_where_the_processor_is_of_another_make(
    project: ToyProject, twin: ToyProject, another_make: Path
) -> None:
    before = project.contents()
    refactored(project, run=False)
    code, text = carry(project, "--twin", str(twin.root))
    assert code == 0, text
    assert "3 of alpha/worlds and 2 jobs of the run carried over" in text, text
    after = project.contents()
    changed = {path for path in before if after[path] != before[path]}
    trained = {f"alpha/provenance/train/{side}.json" for side in ("left", "right")}
    assert changed == trained | set(RECORDS)
    # the simulation is one: both runs here have other bytes than the commit
    run = project.contents("results/.scratch/twin")
    assert run["alpha/data/numbers.json"] != before["alpha/data/numbers.json"]
    assert project.planned("replication", "worlds", "all") == {}
    # dvc.lock says so already, for DVC itself would want the data
    assert project.audit() == (0, [])
    project.repro()
    project.commit("carried")
    assert project.audit("--committed") == (0, [])
    notices = json.loads(project.run("compsparse", "audit", "--json").stdout)[0]["notices"]
    assert ["results/alpha", "2 records carried over once since the files were made; the proof is "
            "in the records"] in [[n["path"], n["reason"]] for n in notices]  # fmt: skip
    traced = project.run("compsparse", "trace", "results/alpha/models/left.json").stdout
    assert "carried over from code" in traced
    # a clone on a processor of the first make stays as it is when all is made there
    another_make.write_text("0")
    for folder in ("data", "models", "tables"):
        for path in (project.root / "results/alpha" / folder).iterdir():
            path.unlink() if folder != "tables" or "metrics" in path.name else None
    project.snakemake()
    assert project.run("git", "status", "--short").stdout == ""


GENERATE = "src/compsparse/studies/alpha/generate.py"
ONE_SEED = "if root_seed == 2:\n        numbers = [number + 1 for number in numbers]\n    return {"


@pytest.mark.parametrize(
    ("path", "old", "new", "words"),
    [
        (
            GENERATE,
            "return {",
            ONE_SEED,
            "has other bytes than the committed code makes here, although",
        ),
        (
            GENERATE,
            "+ rounding",
            "+ 2 * rounding",
            "has other bytes than the committed code makes:",
        ),
    ],
    ids=["one root seed", "the run"],
)
def test_a_twin_finds_code_that_alters_numbers(
    project: ToyProject,
    twin: ToyProject,
    another_make: Path,
    path: str,
    old: str,
    new: str,
    words: str,
) -> None:
    assert another_make.read_text() == "1"
    before = project.contents()
    project.edit(path, old, new)
    code, text = carry(project, "--twin", str(twin.root))
    assert code == 2 and words in text, text
    assert project.contents() == before  # nothing was written


def test_a_twin_must_be_of_the_commit_and_able_to_run(
    project: ToyProject, twin: ToyProject, tmp_path: Path
) -> None:
    refactored(project, run=False)
    code, text = carry(project, "--twin", str(tmp_path))
    assert code == 2 and "has no .venv/bin/python" in text, text
    twin.edit(TRAIN, "def run(", "COUNT = 1\n\n\ndef run(")
    code, text = carry(project, "--twin", str(twin.root))
    assert code == 2 and "was made in another code than that of the commit" in text, text
    (project.root / "results/alpha/models/left.json").write_text("[1]")
    twin.edit(TRAIN, "COUNT = 1\n\n\n", "")
    code, text = carry(project, "--twin", str(twin.root))
    assert code == 2 and "models/left.json is not the committed file" in text, text
