"""What a user may call a set of results, and what is refused in which words."""

import subprocess
from pathlib import Path

import pytest

from compsparse.comparison.errors import ComparisonError
from compsparse.comparison.side import open_side, working_tree
from tests.unit.workflow_engine.provenance.conftest import MAKE, NUMBERS, TOTAL, USE, FakeProject
from workflow_engine.provenance.hashes import Hashes


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeProject:
    """A project in git, its data ignored as DVC's are; the current folder."""
    fake = FakeProject.create(tmp_path / "project")
    (fake.root / ".gitignore").write_text("/results/*/data\n")
    git(tmp_path, "init", "-q", "-b", "main", str(fake.root))
    git(fake.root, "config", "user.email", "toy@example.org")
    git(fake.root, "config", "user.name", "Toy")
    git(fake.root, "config", "commit.gpgsign", "false")
    git(fake.root, "add", "-A")
    git(fake.root, "commit", "-q", "-m", "first")
    monkeypatch.chdir(fake.root)
    return fake


@pytest.fixture
def temporary(tmp_path: Path) -> Path:
    (tmp_path / "temporary").mkdir()
    return tmp_path / "temporary"


def test_a_revision(fake: FakeProject, temporary: Path) -> None:
    (fake.out / TOTAL).write_text("later\n")
    side = open_side(fake.project, "HEAD", temporary)
    side.read([], Hashes())
    assert side.name.endswith(" first") and side.name.startswith(side.label)
    assert set(side.records) == {MAKE, USE}
    assert side.not_as_recorded == set()
    # what DVC holds is known by its record
    assert side.absent == {NUMBERS} and NUMBERS in side.sha
    assert [(c.src / "compsparse").is_dir() for c in side.checkouts] == [True]


def test_a_folder_and_the_working_tree(fake: FakeProject, temporary: Path) -> None:
    for side in (
        open_side(fake.project, "results", temporary),
        open_side(fake.project, str(fake.out), temporary),
        working_tree(fake.project, temporary),
    ):
        side.read([], Hashes())
        assert set(side.records) == {MAKE, USE}
        assert side.out == fake.out and side.absent == set()
        # sources that were edited since the results were made: the last commit's may be theirs
        assert [c.root for c in side.checkouts] == [fake.root, temporary]


def test_a_folder_from_elsewhere_has_no_code(fake: FakeProject, temporary: Path) -> None:
    elsewhere = temporary.parent / "elsewhere"
    fake.out.rename(elsewhere)
    side = open_side(fake.project, str(elsewhere), temporary)
    assert side.checkouts == []
    with pytest.raises(ComparisonError, match="holds no records to compare with; run `snakemake`"):
        working_tree(fake.project, temporary)


def test_only_some_studies_are_read(fake: FakeProject, temporary: Path) -> None:
    side = open_side(fake.project, "results", temporary)
    side.read(["another"], Hashes())
    assert side.records == {}


def test_a_record_that_cannot_be_read_is_kept_in_mind(fake: FakeProject, temporary: Path) -> None:
    (fake.out / USE).write_text("{}")
    side = open_side(fake.project, "results", temporary)
    side.read([], Hashes())
    assert set(side.unreadable) == {USE} and side.studies == {"toy"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nosuch", "neither a folder nor a revision of this project"),
        ("params.yaml", "params.yaml is a file. Give a git revision"),
        ("src", r"src holds no records .* Give an output root such as results"),
        (".", "Give results"),
        ("-x", "neither a folder nor a revision"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    fake: FakeProject, temporary: Path, text: str, words: str
) -> None:
    with pytest.raises(ComparisonError, match=words):
        open_side(fake.project, text, temporary)


def test_a_revision_without_results(fake: FakeProject, temporary: Path) -> None:
    git(fake.root, "rm", "-rq", "--cached", "results")
    git(fake.root, "commit", "-q", "-m", "no results")
    with pytest.raises(ComparisonError, match="HEAD holds no records under results/"):
        open_side(fake.project, "HEAD", temporary)


def test_a_name_of_two_things_is_refused_with_the_ways_out(
    fake: FakeProject, temporary: Path
) -> None:
    git(fake.root, "branch", "results")
    with pytest.raises(ComparisonError, match=r"Write \./results for the folder"):
        open_side(fake.project, "results", temporary)
    assert open_side(fake.project, "./results", temporary).out == fake.out


def test_folders_need_no_git(
    fake: FakeProject, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(temporary))
    assert open_side(fake.project, "results", temporary).checkouts == [fake.project]
    with pytest.raises(ComparisonError, match="git cannot be started"):
        open_side(fake.project, "HEAD", temporary)
