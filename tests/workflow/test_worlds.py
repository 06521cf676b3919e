"""`snakemake worlds`: claims where a structure is taken away, in the same house as all results."""

from pathlib import Path

import pytest

from compsparse.verdicts.official_claim import OfficialClaim, read_official
from tests.workflow.project import ToyProject
from tests.workflow.worlds import root_of, with_worlds

NAMES = ("identity", "nothing_left", "fewer")
MEASURED = {name: f"alpha/tables/worlds/{name}.json" for name in NAMES}
RECORDS = {name: f"alpha/provenance/worlds/{name}.json" for name in NAMES}


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


def log(project: ToyProject, world: str) -> str:
    """Return what the step told."""
    return (project.root / f"results/.logs/alpha/worlds/{world}.log").read_text()


def official(project: ToyProject, out: str = "results") -> dict[str, OfficialClaim]:
    """Return the official verdicts."""
    return {c.id: c for c in read_official(project.root / out / "alpha/claims.json")}


def test_every_claim_is_judged_in_every_world(once: ToyProject) -> None:
    claims = official(once)
    found = {
        world: {name: claim.worlds[world].verdict for name, claim in claims.items()}
        for world in NAMES
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
    one = claims["alpha_left_total"].worlds["nothing_left"]
    assert (one.value, one.apart, one.expected) == (0.0, True, "fails")


def test_one_evaluation_that_cannot_be_done_blocks_no_other_and_says_why(once: ToyProject) -> None:
    there = official(once)["alpha_ratio_ratio"].worlds["nothing_left"]
    assert there.reason == "evaluate/alpha_ratio: ValueError: the sum is 0, so there is no ratio"


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
    assert "alpha in the world nothing_left: 1 jobs are those of the run." in log(
        once, "nothing_left"
    )


@pytest.mark.dear
def test_worlds_survive_both_engines_and_a_clone(tried: ToyProject, tmp_path: Path) -> None:
    before = tried.contents()
    assert {*MEASURED.values(), *RECORDS.values()} <= set(before)
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


def test_code_of_a_step_in_a_world_makes_it_stale(tried: ToyProject) -> None:
    tried.edit("src/compsparse/studies/alpha/train.py", "[0 for _ in", "[0.0 for _ in")
    named = {path for path, why in tried.audit()[1] if "code: " in why}
    assert {f"results/{path}" for path in MEASURED.values()} <= named
    tried.snakemake()
    assert not {*MEASURED.values(), *RECORDS.values()} & set(tried.contents())
    assert tried.planned() == {}


def test_a_clone_without_data_makes_the_run_again_and_tries_no_world(
    once: ToyProject, tmp_path: Path
) -> None:
    once.run("git", "clone", "-q", str(once.root), str(tmp_path / "clone"))
    clone = ToyProject(tmp_path / "clone")
    assert not [rule for rule in clone.planned() if "worlds" in rule]
    clone.snakemake()
    assert clone.run("git", "status", "--short", "results").stdout == ""


@pytest.mark.dear
def test_another_world_is_tried_alone(tried: ToyProject) -> None:
    path = tried.root / "workflow/worlds/alpha.yaml"
    more = "  more:\n    gives: more numbers\n    set: {generate.count: 40}\n    holds: [ratio]\n"
    path.write_text(path.read_text() + more.replace("ratio", "alpha_ratio_ratio"))
    wanted = {"alpha_worlds_more": 1, "alpha_assemble": 1, "alpha_worlds": 1}
    assert tried.planned("alpha_worlds") == wanted
    tried.snakemake("alpha_worlds")
    found = official(tried)["alpha_ratio_ratio"].worlds
    assert list(found) == [*NAMES, "more"]
    assert (found["more"].verdict, found["more"].expected) == ("holds", "holds")
    # one that is taken out goes, and the others stay
    path.write_text(path.read_text().replace(more.replace("ratio", "alpha_ratio_ratio"), ""))
    tried.repro()
    assert list(official(tried)["alpha_ratio_ratio"].worlds) == list(NAMES)


@pytest.mark.parametrize(
    ("path", "old", "new", "stale"),
    [
        ("workflow/worlds/alpha.yaml", "generate.count: 4", "generate.count: 6", ["fewer"]),
        ("params.yaml", "count: 20", "count: 21", ["identity", "nothing_left"]),
    ],
    ids=["set", "parameter"],
)
def test_what_no_longer_follows_is_named(
    tried: ToyProject, path: str, old: str, new: str, stale: list[str]
) -> None:
    tried.edit(path, old, new)
    named = [path for path, why in tried.audit()[1] if "params: " in why]
    assert [w for w in NAMES if f"results/{MEASURED[w]}" in named] == stale


def test_an_edit_of_a_claim_or_an_expectation_measures_nothing_again(tried: ToyProject) -> None:
    tried.edit("workflow/worlds/alpha.yaml", "fails: []", "fails: [alpha_right_total]")
    assert tried.planned("worlds") == {"alpha_assemble": 1, "worlds": 1}
    claims = tried.root / "workflow/claims/alpha.yaml"
    claims.write_text(claims.read_text().replace("accept: {above: 2}", "accept: {above: 1}"))
    tried.snakemake("worlds")
    found = official(tried)
    assert found["alpha_right_total"].worlds["fewer"].expected
    assert found["alpha_left_size"].worlds["fewer"].verdict == "holds"
    tried.repro()
    assert tried.audit() == (0, [])


@pytest.mark.dear
def test_only_its_own_target_asks_for_it_at_any_scale(tmp_path: Path) -> None:
    project = with_worlds(ToyProject.create(tmp_path / "project"))
    (project.root / "workflow/scales/alpha.yaml").write_text("smoke: {generate: {count: 10}}\n")
    project.snakemake()
    assert project.planned() == {}
    wanted = {f"alpha_worlds_{name}": 1 for name in NAMES}
    assert project.planned("worlds") == wanted | {"alpha_assemble": 1, "worlds": 1}
    # not made is not missing
    assert [path for path, _ in project.audit("results/alpha")[1] if "worlds" in path] == []
    project.snakemake("worlds", "--config", "scale=smoke")
    (claim, *_) = official(project, "results/.scratch/smoke").values()
    assert list(claim.worlds) == list(NAMES)
    assert (project.root / "results/.scratch/smoke/.scratch/smoke-world-alpha-fewer").is_dir()
    assert not {*MEASURED.values()} & set(project.contents())


@pytest.mark.dear
def test_an_identity_that_changes_something_stops_it(tried: ToyProject) -> None:
    tried.edit(
        "src/compsparse/studies/alpha/train.py",
        '    if world == "nothing',
        '    if world == "identity":\n        numbers = numbers[1:]\n    if world == "nothing',
    )
    text = tried.snakemake("worlds", check=False)
    assert "In the world identity, which changes nothing, alpha_left." in text
    assert not {*MEASURED.values()} & set(tried.contents())


def test_a_world_that_evaluates_otherwise_is_refused_before_it_runs(tried: ToyProject) -> None:
    tried.edit("workflow/worlds/alpha.yaml", "{generate.count: 4}", "{evaluate.unit: 2}")
    text = tried.snakemake("worlds", check=False)
    assert "The world fewer evaluates alpha/tables/alpha_left.metrics.json otherwise" in text
    assert "unit differs" in text
    assert "are those of the run" not in log(tried, "fewer")
