"""`snakemake replication`: studies again at other root seeds, in one world with ledger and DVC."""

from pathlib import Path

import pytest

from tests.workflow.judging import judge_of
from tests.workflow.project import ToyProject
from workflow_engine.artifacts.tables import read_table

TABLE = "alpha/tables/replication.csv"
RECORD = "alpha/provenance/replicate/all.json"


def asked_for(project: ToyProject) -> ToyProject:
    """Return the project after asking for a replication of its first study at two seeds."""
    project.edit("params.yaml", "studies: [alpha, beta]", "studies: [alpha]")
    text = (project.root / "params.yaml").read_text()
    replication = "replication: {root_seeds: [1, 2]}\n"
    (project.root / "params.yaml").write_text(text[: text.index("beta:\n")] + replication)
    return project


@pytest.fixture(scope="module")
def once(built: ToyProject, tmp_path_factory: pytest.TempPathFactory) -> ToyProject:
    """The toy project after a replication at two seeds, committed; do not change it."""
    root = tmp_path_factory.mktemp("replicated") / "project"
    project = asked_for(built.copied(root))
    (root / "src/compsparse/studies/alpha/judge.py").write_text(judge_of("alpha"))
    project.snakemake("replication")
    project.repro()
    project.commit("replication")
    return project


@pytest.fixture
def replicated(once: ToyProject, tmp_path: Path) -> ToyProject:
    """A copy of the replicated project to do anything with."""
    return once.copied(tmp_path / "project")


def test_the_table_holds_every_verdict_at_every_seed(once: ToyProject) -> None:
    table = read_table(once.root / "results" / TABLE)
    columns = ["claim", "root_seed", "committed_verdict", "verdict", "same", "value"]
    assert table[columns].values.tolist() == [
        ["alpha_sums_positive", 1, "holds", "holds", True, 17544.0],
        ["alpha_sums_positive", 2, "holds", "holds", True, 16680.0],
        ["alpha_sums_large", 1, "holds", "holds", True, 17544.0],
        ["alpha_sums_large", 2, "holds", "fails", False, 16680.0],
    ]


def test_only_its_own_target_asks_for_it(toy: ToyProject) -> None:
    asked_for(toy)
    assert toy.planned() == {}
    assert toy.planned("replication") == {"alpha_replicate": 1, "replication": 1}
    # not made is not missing
    assert toy.audit("results/alpha") == (0, [])


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


def test_a_rebuilt_project_keeps_a_table_that_still_follows(replicated: ToyProject) -> None:
    before = replicated.contents()
    claims = replicated.root / "results/alpha/claims.json"
    claims.write_text(claims.read_text().replace("holds", "fails"))
    (replicated.root / "results/alpha/models/rate_1.json").unlink()
    assert replicated.audit()[0] == 1
    replicated.repro()
    assert replicated.contents() == before
    assert replicated.audit() == (0, [])


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("offset: 1", "offset: 2", "params: repeated.1 was"),
        pytest.param(
            "root_seeds: [1, 2]",
            "root_seeds: [1, 3]",
            "params: repeated.2 was",
            marks=pytest.mark.dear,
        ),
    ],
    ids=["parameter", "seeds"],
)
def test_a_table_that_no_longer_follows_is_named_and_goes(
    replicated: ToyProject, old: str, new: str, reason: str
) -> None:
    replicated.edit("params.yaml", old, new)
    assert (f"results/{TABLE}", reason) in [(p, r[: len(reason)]) for p, r in replicated.audit()[1]]
    # what `make repro` does
    replicated.run("compsparse", "sync")
    replicated.repro()
    assert not {TABLE, RECORD} & set(replicated.contents())
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
    assert any(p == f"results/{TABLE}" and "code: " in why for p, why in replicated.audit()[1])
    assert replicated.planned("replication")["alpha_replicate"] == 1


@pytest.mark.dear
def test_a_tampered_table_is_named_and_made_again_from_the_repetitions(
    replicated: ToyProject,
) -> None:
    before = replicated.contents()
    table = replicated.root / "results" / TABLE
    table.write_text(table.read_text().replace("fails,False", "holds,True"))
    replicated.snakemake()
    named = dict(replicated.audit()[1])
    assert [path for path, reason in named.items() if "content" in reason] == [
        f"results/{TABLE}",
        # made by the same job, whose record no longer holds
        "results/alpha/tables/pooled.json",
    ], named
    replicated.snakemake("replication")
    assert replicated.contents() == before
    log = (replicated.root / "results/.logs/alpha/replicate.log").read_text()
    assert log.count("Nothing to be done") == 2


@pytest.mark.dear
def test_a_repetition_that_fails_says_at_which_seed(toy: ToyProject) -> None:
    asked_for(toy)
    toy.edit(
        "src/compsparse/studies/alpha/generate.py",
        "    numbers = [",
        '    if root_seed == 1:\n        raise ValueError("a bad draw")\n    numbers = [',
    )
    text = toy.snakemake("alpha_replicate", check=False)
    assert "alpha at root seed 1: snakemake ended with 1" in text
    assert "a bad draw" in (toy.root / "results/.logs/alpha/replicate.log").read_text()
    assert TABLE not in toy.contents()
