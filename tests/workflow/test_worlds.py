"""`snakemake worlds`: claims where a structure is taken away, in the same house as all results."""

from pathlib import Path

import pytest

from tests.workflow.project import ToyProject
from tests.workflow.worlds import root_of, with_worlds
from workflow_engine.artifacts.tables import read_table

TABLE = "alpha/tables/worlds.csv"
RECORD = "alpha/provenance/worlds/all.json"


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> ToyProject:
    """A toy project whose worlds were tried, recorded by DVC and committed; do not change it."""
    root = tmp_path_factory.mktemp("worlds")
    project = with_worlds(ToyProject.create(root / "project"))
    project.run("dvc", "remote", "add", "-q", "-d", "storage", str(root / "storage"))
    project.snakemake("worlds")
    project.repro()
    project.commit("worlds")
    return project


@pytest.fixture
def tried(once: ToyProject, tmp_path: Path) -> ToyProject:
    """A copy of the project to do anything with."""
    return once.copied(tmp_path / "project")


def log(project: ToyProject) -> str:
    """Return what the step told."""
    return (project.root / "results/.logs/alpha/worlds.log").read_text()


def test_every_claim_is_judged_in_every_world(once: ToyProject) -> None:
    table = read_table(once.root / "results" / TABLE)
    found = {
        world: dict(zip(rows["claim"], rows["verdict"], strict=True))
        for world, rows in table.groupby("world")
    }
    holds = dict.fromkeys(found["identity"], "holds")
    # it changes nothing, and leaves the numbers of the run
    assert found["identity"] == holds
    assert found["nothing_left"] == {
        "alpha_left_total": "fails",
        "alpha_left_size": "holds",
        "alpha_ratio_ratio": "not measured",
        "alpha_right_total": "not touched",
        "alpha_right_size": "not touched",
    }
    assert found["fewer"] == holds | {
        "alpha_left_size": "fails",
        "alpha_right_size": "fails",
    }
    one = table[(table["claim"] == "alpha_left_total") & (table["world"] == "nothing_left")]
    columns = ["role", "base_verdict", "value", "apart", "expected"]
    assert one[columns].values.tolist() == [["claim", "holds", 0.0, True, True]]


def test_one_evaluation_that_cannot_be_done_blocks_no_other_and_says_why(once: ToyProject) -> None:
    table = read_table(once.root / "results" / TABLE)
    (reason,) = table["reason"][table["verdict"] == "not measured"]
    assert reason == "evaluate/alpha_ratio: ValueError: the sum is 0, so there is no ratio"


def test_what_a_world_does_not_touch_is_taken_over_and_not_done_again(once: ToyProject) -> None:
    root = root_of(once, "nothing_left")
    done = {str(p.relative_to(root / ".logs/alpha")) for p in root.rglob(".logs/**/*.log")}
    assert done == {"train/left.log", "evaluate/alpha_left.log", "evaluate/alpha_ratio.log"}
    numbers = root / "alpha/data/numbers.json"
    original = once.root / "results/alpha/data/numbers.json"
    assert numbers.read_bytes() == original.read_bytes()
    assert not numbers.samefile(original)
    # what a touched evaluation does not need is not there
    assert not (root / "alpha/models/right.json").exists()
    assert "alpha in the world nothing_left: 1 jobs are those of the run." in log(once)


@pytest.mark.dear
def test_worlds_survive_both_engines_and_a_clone(tried: ToyProject, tmp_path: Path) -> None:
    before = tried.contents()
    assert {"alpha/tables/worlds.png", "alpha/tables/worlds.svg", TABLE, RECORD} <= set(before)
    assert tried.planned() == tried.planned("worlds") == {}
    tried.snakemake()
    tried.repro()
    assert tried.dvc_is_clean()
    assert tried.contents() == before
    assert tried.audit("--committed") == (0, [])
    # each root is audited by its own mark
    assert tried.audit("results/.scratch") == (0, [])
    tried.run("dvc", "push", "-q")
    tried.run("git", "clone", "-q", str(tried.root), str(tmp_path / "clone"))
    clone = ToyProject(tmp_path / "clone")
    clone.run("dvc", "pull", "-q")
    assert clone.planned("worlds") == {}
    assert clone.audit("--committed") == (0, [])


def test_code_of_a_step_in_any_world_makes_the_table_stale(tried: ToyProject) -> None:
    tried.edit("src/compsparse/studies/alpha/train.py", "[0 for _ in", "[0.0 for _ in")
    assert any(p == f"results/{TABLE}" and "code: " in why for p, why in tried.audit()[1])
    assert tried.planned("worlds")["alpha_worlds"] == 1
    tried.snakemake()
    assert not {TABLE, RECORD} & set(tried.contents())
    assert tried.planned() == {}


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("workflow/worlds/alpha.yaml", "generate.count: 4", "generate.count: 6"),
        ("workflow/worlds/alpha.yaml", "fails: []", "fails: [alpha_right_total]"),
        ("params.yaml", "count: 20", "count: 21"),
    ],
    ids=["set", "expectation", "parameter"],
)
def test_a_table_that_no_longer_follows_is_named(
    tried: ToyProject, path: str, old: str, new: str
) -> None:
    tried.edit(path, old, new)
    assert f"results/{TABLE}" in [path for path, _ in tried.audit()[1]]


@pytest.mark.dear
def test_only_its_own_target_asks_for_it_at_any_scale(tmp_path: Path) -> None:
    project = with_worlds(ToyProject.create(tmp_path / "project"))
    (project.root / "workflow/scales/alpha.yaml").write_text("smoke: {generate: {count: 10}}\n")
    project.snakemake()
    assert project.planned() == {}
    assert project.planned("worlds") == {"alpha_worlds": 1, "worlds": 1}
    # not made is not missing
    assert [path for path, _ in project.audit("results/alpha")[1] if "worlds" in path] == []
    project.snakemake("worlds", "--config", "scale=smoke")
    table = read_table(project.root / "results/.scratch/smoke" / TABLE)
    assert set(table["world"]) == {"identity", "nothing_left", "fewer"}
    assert (project.root / "results/.scratch/smoke/.scratch/smoke-world-alpha-fewer").is_dir()
    assert TABLE not in project.contents()


def test_an_identity_that_changes_something_stops_it(tried: ToyProject) -> None:
    tried.edit(
        "src/compsparse/studies/alpha/train.py",
        '    if world == "nothing',
        '    if world == "identity":\n        numbers = numbers[1:]\n    if world == "nothing',
    )
    text = tried.snakemake("worlds", check=False)
    assert "In the world identity, which changes nothing, alpha_left." in text
    assert TABLE not in tried.contents()


def test_a_world_that_evaluates_otherwise_is_refused_before_any_run(tried: ToyProject) -> None:
    tried.edit("workflow/worlds/alpha.yaml", "{generate.count: 4}", "{evaluate.unit: 2}")
    text = tried.snakemake("worlds", check=False)
    assert "The world fewer evaluates alpha/tables/alpha_left.metrics.json otherwise" in text
    assert "unit differs" in text
    assert "are those of the run" not in log(tried)
