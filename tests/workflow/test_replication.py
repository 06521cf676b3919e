"""`snakemake replication`: studies again at other root seeds, in one world with ledger and DVC."""

import json
from pathlib import Path

import pytest

from compsparse.verdicts.official_claim import OfficialClaim, read_official
from tests.workflow.project import ToyProject
from tests.workflow.worlds import with_worlds

pytestmark = pytest.mark.dear

MEASURED = {seed: f"alpha/tables/replication/{seed}.json" for seed in (1, 2)}
RECORDS = {seed: f"alpha/provenance/replicate/{seed}.json" for seed in (1, 2)}
REGISTER = "workflow/claims/alpha.yaml"
LEFT = (512, 381, 476)  # the total of the left at root seeds 0 to 2
BAND = "{statement: total, source: nobody, kind: exact, accept: {above: 0}"


def asked_for(project: ToyProject) -> ToyProject:
    """Return the project with a real judge, after asking for a replication at two seeds."""
    with_worlds(project)
    text = (project.root / "params.yaml").read_text()
    (project.root / "params.yaml").write_text(text + "replication: {root_seeds: [1, 2]}\n")
    return project


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> ToyProject:
    """The toy project after a replication at two seeds, committed; do not change it."""
    root = tmp_path_factory.mktemp("replicated")
    project = asked_for(ToyProject.create(root / "project"))
    project.run("dvc", "remote", "add", "-q", "-d", "storage", str(root / "storage"))
    project.snakemake("replication")
    project.repro()
    project.commit("replication")
    return project


@pytest.fixture
def replicated(once: ToyProject, tmp_path: Path) -> ToyProject:
    """A copy of the replicated project to do anything with."""
    return once.copied(tmp_path / "project")


def official(project: ToyProject) -> dict[str, OfficialClaim]:
    """Return the official verdicts."""
    return {c.id: c for c in read_official(project.root / "results/alpha/claims.json")}


def test_every_metric_at_every_seed_comes_back_and_decides(once: ToyProject) -> None:
    for path in MEASURED.values():
        measured = json.loads((once.root / "results" / path).read_text())
        assert list(measured) == ["alpha_left", "alpha_ratio", "alpha_right"]
    total = official(once)["alpha_left_total"]
    at_seeds = {seed: found.value for seed, found in total.alone.items()}
    assert at_seeds == {0: LEFT[0], 1: LEFT[1], 2: LEFT[2]}
    assert (total.root_seeds, total.verdict) == ([1, 2], "holds")
    assert (total.low, total.high) == (min(LEFT[1:]), max(LEFT[1:]))
    run = json.loads((once.root / "results/alpha/run_claims.json").read_text())
    assert {row["id"]: row["root_seed"] for row in run} == dict.fromkeys(official(once), 0)


def test_only_its_own_target_asks_for_it(tmp_path: Path) -> None:
    project = asked_for(ToyProject.create(tmp_path / "project"))
    project.snakemake()
    assert project.planned() == {}
    assert project.planned("replication") == {
        "alpha_assemble": 1,
        "alpha_replicate_1": 1,
        "alpha_replicate_2": 1,
        "replication": 1,
    }
    # not made is not missing
    project.repro()
    assert project.audit("results/alpha") == (0, [])
    assert official(project)["alpha_left_total"].root_seeds == [0]


def test_what_was_replicated_survives_both_engines_and_a_clone(
    replicated: ToyProject, tmp_path: Path
) -> None:
    before = replicated.contents()
    assert replicated.planned() == replicated.planned("replication") == {}
    replicated.snakemake()
    replicated.repro()
    assert replicated.dvc_is_clean()
    assert replicated.contents() == before
    assert replicated.audit("--committed") == (0, [])
    # a clone has no scratch folder, and needs none
    replicated.run("dvc", "push", "-q")
    replicated.run("git", "clone", "-q", str(replicated.root), str(tmp_path / "clone"))
    clone = ToyProject(tmp_path / "clone")
    clone.run("dvc", "pull", "-q")
    assert clone.planned("replication") == {}
    assert clone.audit("--committed") == (0, [])


def test_a_rebuilt_project_keeps_what_still_follows(replicated: ToyProject) -> None:
    before = replicated.contents()
    claims = replicated.root / "results/alpha/claims.json"
    claims.write_text(claims.read_text().replace("holds", "fails"))
    (replicated.root / "results/alpha/models/left.json").unlink()
    assert replicated.audit()[0] == 1
    replicated.repro()
    assert replicated.contents() == before
    assert replicated.audit() == (0, [])


def test_an_edit_of_a_claim_gives_new_verdicts_and_repeats_nothing(replicated: ToyProject) -> None:
    before = replicated.contents()
    # above the one, not above the other
    band = f"above: {min(LEFT[1:])}"
    path = replicated.root / REGISTER
    path.write_text(path.read_text().replace(BAND, BAND.replace("above: 0", band), 1))
    assert replicated.planned() == {"alpha_judge": 1, "alpha_assemble": 1}
    replicated.repro()
    after = replicated.contents()
    assert {path for path in before if before[path] != after[path]} == {
        *("alpha/claims.json", "alpha/run_claims.json"),
        *("alpha/provenance/judge/all.json", "alpha/provenance/assemble/all.json"),
    }
    total = official(replicated)["alpha_left_total"]
    assert total.verdict == "fails"
    assert sorted(found.verdict for found in total.others.values()) == ["fails", "holds"]
    assert replicated.audit() == (0, [])


@pytest.mark.parametrize(
    ("old", "new", "place", "reason"),
    [
        ("count: 20", "count: 21", MEASURED[2], "params: made_by was"),
        (
            "root_seeds: [1, 2]",
            "root_seeds: [1, 3]",
            RECORDS[2],
            "orphan: the plan has no job",
        ),
    ],
    ids=["parameter", "seeds"],
)
def test_what_no_longer_follows_is_named_and_goes(
    replicated: ToyProject, old: str, new: str, place: str, reason: str
) -> None:
    replicated.edit("params.yaml", old, new)
    failures = [(p, r[: len(reason)]) for p, r in replicated.audit()[1]]
    assert (f"results/{place}", reason) in failures
    # what `make repro` does
    replicated.run("compsparse", "sync")
    replicated.repro()
    assert not {MEASURED[2], RECORDS[2]} & set(replicated.contents())
    assert official(replicated)["alpha_left_total"].root_seeds == [0]
    assert replicated.audit() == (0, [])
    # the edit taken back: what git holds is right again
    replicated.run("git", "checkout", "-q", ".")
    replicated.run("dvc", "checkout", "-q")
    assert replicated.planned("replication") == {}
    assert replicated.audit() == (0, [])


def test_the_code_of_every_repeated_step_counts(replicated: ToyProject) -> None:
    replicated.edit(
        "src/compsparse/studies/alpha/arithmetic.py",
        "return min(value, limit)",
        "return limit if value > limit else value",
    )
    named = {path for path, why in replicated.audit()[1] if "code: " in why}
    assert {f"results/{path}" for path in MEASURED.values()} <= named
    assert replicated.planned("alpha_replicate")["alpha_replicate_2"] == 1


def test_what_was_tampered_with_is_named_and_made_again_from_the_repetitions(
    replicated: ToyProject,
) -> None:
    before = replicated.contents()
    measured = replicated.root / "results" / MEASURED[1]
    measured.write_text(measured.read_text().replace(str(LEFT[1]), str(LEFT[1] + 1)))
    replicated.snakemake()
    named = dict(replicated.audit()[1])
    assert [path for path, why in named.items() if "content" in why] == [f"results/{MEASURED[1]}"]
    replicated.snakemake("replication")
    assert replicated.contents() == before
    log = (replicated.root / "results/.logs/alpha/replicate/1.log").read_text()
    assert log.count("Nothing to be done") == 1


def test_a_repetition_that_fails_says_at_which_seed(tmp_path: Path) -> None:
    project = asked_for(ToyProject.create(tmp_path / "project"))
    project.edit(
        "src/compsparse/studies/alpha/generate.py",
        "    numbers = [",
        '    if root_seed == 1:\n        raise ValueError("a bad draw")\n    numbers = [',
    )
    text = project.snakemake("alpha_replicate", check=False)
    assert "alpha at root seed 1: snakemake ended with 1" in text
    assert "a bad draw" in (project.root / "results/.logs/alpha/replicate/1.log").read_text()
    assert MEASURED[1] not in project.contents()
