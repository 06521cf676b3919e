"""Files are held against the last commit itself, whatever index, settings and ignore files say."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.unit.workflow_engine.provenance.conftest import write
from workflow_engine.provenance.git_head import DECIDING, RESULTS, GitError, departures, head

PLACES = (RESULTS, *DECIDING)
TABLE = "results/toy/tables/sums.csv"


def git(root: Path, *arguments: str) -> str:
    """Run git in a repository and return what it prints."""
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", *who, *arguments], cwd=root, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with one commit."""
    for name in ("src/package/code.py", "params.yaml", "requirements.in", TABLE, "README.md"):
        write(tmp_path / name, f"content of {name}\n")
    write(tmp_path / "results/toy/models/m.npz", "DVC's\n")
    write(tmp_path / ".gitignore", "/results/*/models\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "all")
    return tmp_path


def found(root: Path) -> dict[str, str]:
    """Return what departs from the last commit, by path."""
    return {d.path: d.kind for d in departures(root, head(root), PLACES)}


def test_a_clean_checkout_departs_in_nothing(root: Path) -> None:
    assert found(root) == {}
    assert head(root).commit == git(root, "rev-parse", "HEAD")


def test_changed_missing_and_new_files_are_told_apart(root: Path) -> None:
    write(root / "params.yaml", "other\n")
    (root / TABLE).unlink()
    write(root / "src/package/sub/new.py", "new\n")
    write(root / "installation/requirements.lock", "new\n")
    write(root / "results/toy/provenance/x.json", "new\n")
    write(root / "README.md", "decides nothing\n")
    assert found(root) == {
        "params.yaml": "changed",
        TABLE: "missing",
        "src/package/sub/new.py": "new",
        "installation/requirements.lock": "new",
        "results/toy/provenance/x.json": "new",
    }
    git(root, "add", "-A")  # staged is not committed
    assert len(found(root)) == 5


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
def test_flags_of_the_index_hide_nothing(root: Path, flag: str) -> None:
    git(root, "update-index", flag, TABLE)
    write(root / TABLE, "forged\n")
    assert git(root, "status", "--porcelain") == ""
    assert found(root) == {TABLE: "changed"}


def test_relaxed_settings_and_old_times_hide_nothing(root: Path) -> None:
    git(root, "config", "core.checkStat", "minimal")
    git(root, "config", "core.trustctime", "false")
    git(root, "config", "core.fsmonitor", "true")
    status = (root / TABLE).stat()
    (root / TABLE).write_bytes(b"x" * status.st_size)
    os.utime(root / TABLE, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert found(root) == {TABLE: "changed"}


def test_an_index_of_someone_elses_making_hides_nothing(root: Path) -> None:
    write(root / TABLE, "forged\n")
    git(root, "add", "-A")
    (root / ".git/index").unlink()
    assert found(root) == {TABLE: "changed"}


def test_ignore_files_and_attributes_hide_nothing(root: Path) -> None:
    write(root / ".git/info/exclude", "*\n")
    write(root / ".git/info/attributes", "* text=auto eol=crlf\n")
    write(root / "src/package/helper.py", "helps\n")
    (root / "params.yaml").write_bytes(b"content of params.yaml\r\n")
    assert found(root) == {"params.yaml": "changed", "src/package/helper.py": "new"}


def test_replaced_objects_hide_nothing(root: Path) -> None:
    write(root / TABLE, "forged\n")
    forged = git(root, "hash-object", "-w", TABLE)
    git(root, "replace", git(root, "rev-parse", f"HEAD:{TABLE}"), forged)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "forged")
    commit = git(root, "rev-parse", "HEAD")
    git(root, "reset", "-q", "--soft", "HEAD~1")
    git(root, "replace", git(root, "rev-parse", "HEAD"), commit)
    assert found(root) == {TABLE: "changed"}


def test_variables_that_point_elsewhere_change_nothing(
    root: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path_factory.mktemp("other")
    git(other, "init", "-q")
    write(root / TABLE, "forged\n")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    assert found(root) == {TABLE: "changed"}


@pytest.mark.parametrize("target", ["/dev/zero", "sums.csv", "../tables"])
def test_a_link_in_place_of_a_file_is_a_change(root: Path, target: str) -> None:
    (root / TABLE).unlink()
    (root / TABLE).symlink_to(target)
    assert found(root) == {TABLE: "changed"}


def test_a_pipe_in_place_of_a_file_is_a_change_and_hangs_nothing(root: Path) -> None:
    (root / TABLE).unlink()
    os.mkfifo(root / TABLE)
    os.mkfifo(root / "src/package/pipe.py")
    assert found(root) == {TABLE: "changed", "src/package/pipe.py": "new"}


def test_a_file_of_terabytes_is_not_read(root: Path) -> None:
    with (root / TABLE).open("wb") as stream:
        stream.truncate(1 << 40)
    assert found(root) == {TABLE: "changed"}


def test_a_folder_that_is_a_link_is_named(root: Path, tmp_path: Path) -> None:
    (root / "src/package").rename(root / "elsewhere")
    (root / "src/package").symlink_to(root / "elsewhere")
    assert found(root)["src/package"] == "new"


def test_caches_and_what_dvc_versions_are_left_alone(root: Path) -> None:
    for name in (
        "src/package/__pycache__/code.pyc",
        "src/package.egg-info/PKG-INFO",
        "workflow/.ruff_cache/x",
        "results/.lock",
        "results/.scratch/smoke/toy/tables/sums.csv",
        "results/toy/figures/a.png",
    ):
        write(root / name, "x")
    assert found(root) == {}
    write(root / "src/package/code.pyc", "not in a cache: Python would import it")
    assert found(root) == {"src/package/code.pyc": "new"}


def test_a_project_in_a_folder_of_a_repository(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    write(inner / "params.yaml", "a: 1\n")
    write(tmp_path / "src/outside.py", "")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "all")
    assert found(inner) == {}
    write(inner / "params.yaml", "a: 2\n")
    assert found(inner) == {"params.yaml": "changed"}


def test_a_repository_of_sha256_names(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "--object-format=sha256")
    write(tmp_path / "params.yaml", "a: 1\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "all")
    assert found(tmp_path) == {}
    write(tmp_path / "params.yaml", "a: 2\n")
    assert found(tmp_path) == {"params.yaml": "changed"}


def test_names_that_git_would_quote_are_themselves(root: Path) -> None:
    write(root / "src/ü b\n.py", "x")
    assert found(root) == {"src/ü b\n.py": "new"}
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "odd")
    assert found(root) == {}


def test_no_repository_and_no_commit_are_told_in_words(tmp_path: Path) -> None:
    with pytest.raises(GitError, match="not a git repository"):
        head(tmp_path)
    git(tmp_path, "init", "-q")
    with pytest.raises(GitError, match="no commit yet"):
        head(tmp_path)
