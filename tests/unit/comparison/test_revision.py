"""Files of a revision come out byte for byte, whatever git is set to convert."""

import subprocess
from pathlib import Path

import pytest

from compsparse.comparison.errors import ComparisonError
from compsparse.comparison.revision import described, export, find_commit


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    (root / "results" / "toy").mkdir(parents=True)
    git(tmp_path, "init", "-q", "-b", "main", str(root))
    git(root, "config", "user.email", "toy@example.org")
    git(root, "config", "user.name", "Toy")
    git(root, "config", "commit.gpgsign", "false")
    (root / "results/toy/a.csv").write_bytes(b"x\r\n1\n")
    (root / "results/toy/empty file").write_bytes(b"")
    (root / "results/toy/link").symlink_to("a.csv")
    (root / "elsewhere").write_text("x")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "first; with words")
    # what would make `git archive` convert and leave out
    (root / ".gitattributes").write_text("*.csv text eol=crlf\nempty* export-ignore\n")
    git(root, "add", "--renormalize", "-A")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "second")
    return root


def test_the_bytes_of_a_revision(repository: Path, tmp_path: Path) -> None:
    # as stored: the second commit stores short line ends and would check out long ones
    stored = {"HEAD": b"x\n1\n", "HEAD~1": b"x\r\n1\n", "main": b"x\n1\n"}
    for revision, content in stored.items():
        commit = find_commit(repository, revision)
        assert commit is not None
        folder = tmp_path / revision
        export(repository, commit, ("results", "src"), folder)
        files = sorted(p for p in folder.rglob("*") if p.is_file())
        assert [p.name for p in files] == ["a.csv", "empty file"]
        assert [p.read_bytes() for p in files] == [content, b""]


def test_a_project_in_a_folder_of_its_repository(repository: Path, tmp_path: Path) -> None:
    inner = repository / "results"
    commit = find_commit(inner, "HEAD")
    assert commit is not None
    export(inner, commit, ("toy",), tmp_path / "out")
    assert (tmp_path / "out/toy/a.csv").is_file()


def test_what_is_no_revision(repository: Path) -> None:
    assert find_commit(repository, "nosuch") is None
    assert find_commit(repository, "--all") is None
    assert find_commit(repository, "HEAD:results") is None


def test_a_revision_is_described_by_name_and_subject(repository: Path) -> None:
    commit = find_commit(repository, "HEAD~1")
    assert commit is not None
    assert described(repository, commit) == f"{commit[:7]} first; with words"


def test_without_a_repository_the_way_out_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(ComparisonError, match="give two folders of results"):
        find_commit(tmp_path, "HEAD")


def test_a_checkout_of_another_user_is_read(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = find_commit(repository, "HEAD")
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    assert commit is not None and find_commit(repository, "HEAD") == commit
    assert described(repository, commit).startswith(commit[:7])


def test_an_object_that_the_clone_lacks_is_named(repository: Path, tmp_path: Path) -> None:
    commit = find_commit(repository, "HEAD")
    assert commit is not None
    listed = subprocess.run(
        ["git", "rev-parse", "HEAD:results/toy/a.csv"],
        cwd=repository,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    lost = repository / ".git/objects" / listed[:2] / listed[2:]
    lost.chmod(0o644)
    lost.unlink()
    with pytest.raises(ComparisonError, match=f"git lacks the object {listed}"):
        export(repository, commit, ("results",), tmp_path / "out")


def test_without_git_the_way_out_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ComparisonError, match="git cannot be started"):
        find_commit(tmp_path, "HEAD")
