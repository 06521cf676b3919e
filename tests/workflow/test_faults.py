"""Faults of machines and people: a clear message, and the documented command recovers.

The table docs/faults.md names a test for each fault; some stand in the other files of this folder.
"""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import patience
from tests.faults.kills import BrokenPromiseError, Campaign, old_new_absent, slow_down
from tests.patience import Stopwatch, eventually
from tests.workflow.project import ToyProject

TRAIN = "src/compsparse/studies/beta/train.py"
WORK = "    scaled = "  # the line of TRAIN before which a test puts a fault


@pytest.fixture(scope="session")
def expected(built: ToyProject, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What ``edited`` comes to."""
    folder = tmp_path_factory.mktemp("expected")
    shutil.copytree(built.root, folder / "project", symlinks=True)
    project = ToyProject(folder / "project")
    project.edit("params.yaml", "clip: 60", "clip: 50")
    return project.from_scratch(folder / "scratch")


@pytest.fixture
def edited(toy: ToyProject) -> ToyProject:
    """A built project with an edit that most of study alpha depends on."""
    toy.edit("params.yaml", "clip: 60", "clip: 50")
    return toy


def refused(toy: ToyProject, *command: str) -> str:
    """Run a command that must fail, without a traceback, and return what it printed."""
    done = toy.run(*command, check=False)
    assert done.returncode != 0, done.stdout
    assert "Traceback" not in done.stdout, done.stdout
    return done.stdout


def assert_recovered(toy: ToyProject, expected: dict[str, str]) -> None:
    """The bytes are right and every engine says so."""
    assert toy.contents() == expected
    assert toy.planned() == {}
    assert toy.dvc_is_clean()
    assert toy.audit() == (0, [])


# Kills


@pytest.mark.dear
@pytest.mark.skipif(sys.platform != "linux", reason="processes of a run are found in /proc")
def test_after_a_kill_files_are_old_or_new_or_absent_and_the_next_run_completes(
    toy: ToyProject, tmp_path: Path
) -> None:
    slow_down(toy)
    toy.repro()
    toy.commit("slower")
    campaign = Campaign(toy, tmp_path / "scratch")
    draw = random.Random(0)
    for command, victim in (
        ("snakemake", "step"),
        ("snakemake", "all"),
        ("dvc", "snakemake"),
        ("dvc", "dvc"),
    ):
        # a kill that came too late shows nothing
        assert any(campaign.kill(command, victim, draw) for _ in range(20)), victim
    assert campaign.leftovers() == []


def test_a_file_that_is_neither_old_nor_new_is_a_broken_promise() -> None:
    old, new = {"a": "1", "b": "1", "c": "1"}, {"a": "2", "b": "1", "d": "2"}
    assert old_new_absent({"a": "2", "b": "1", "c": "1"}, old, new) == (2, 1, 1)
    for name, sha in (("a", "3"), ("e", "1")):
        with pytest.raises(BrokenPromiseError, match=f"neither old nor new bytes: .*{name}"):
            old_new_absent({"b": "1", name: sha}, old, new)


def test_a_busy_machine_uses_up_no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    lost, now = [7.0], [100.0]
    monkeypatch.setattr(patience, "lost", lambda: lost[0])
    monkeypatch.setattr(patience.time, "monotonic", lambda: now[0])
    watch = Stopwatch()
    now[0] += 3
    assert watch.seconds == 3  # idle
    now[0] += 9
    lost[0] += 8.5
    assert watch.seconds == 3.5
    lost[0] += 100  # several processors, all of them wanted: it goes on all the same
    assert watch.seconds == 1


_THE_JOB = """
from pathlib import Path
from workflow_engine.provenance.by_hand import planned_job
from workflow_engine.provenance.project import Project

print(planned_job(Project.find(), "beta", "train", ["rate=4"], Path("results")).to_json())
"""

_KILLED_AT = """
import os, signal, sys
from pathlib import Path

moment, function, kept = int(sys.argv[1]), sys.argv[2], getattr(Path, sys.argv[2])

def counted(*arguments, **options):
    global moment
    moment -= 1
    if moment == 0:
        if function == "write_bytes":  # the disk has taken one half
            kept(arguments[0], arguments[1][: len(arguments[1]) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
    return kept(*arguments, **options)

setattr(Path, function, counted)
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.runner import run_job

run_job(Project.find(), Path("results"), Job.from_json(sys.argv[3]))
print("no such moment")
"""


@pytest.mark.dear
def test_a_kill_at_each_write_and_rename_of_a_job(toy: ToyProject) -> None:
    before = toy.contents()
    toy.edit("params.yaml", "offset: 0", "offset: 2")
    job = toy.run(sys.executable, "-c", _THE_JOB).stdout.strip()
    record = "beta/provenance/train/4.json"
    outputs = {"beta/models/rate_4.json", "beta/models/history_4.json"}
    moments = [("write_bytes", 1), ("write_bytes", 2), *(("replace", n) for n in (1, 2, 3))]
    found = []
    for function, moment in moments:
        done = toy.run(sys.executable, "-c", _KILLED_AT, str(moment), function, job, check=False)
        assert done.returncode == -9, done.stdout
        now = toy.contents()
        changed = {name for name in now if now[name] != before[name]}
        found.append(len(changed))
        # the record comes last, so the files are not vouched for before all are there
        assert changed <= outputs
        assert toy.audit("results/beta/models")[0] == 1
    assert found == [0, 0, 0, 1, 2]
    toy.run(sys.executable, "-c", _KILLED_AT, "99", "replace", job)
    after = toy.contents()
    assert {name for name in after if after[name] != before[name]} == {*outputs, record}
    toy.repro()
    assert toy.audit() == (0, [])


# Storage


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[None]:
    """Put another file system over a folder, with what the folder holds; skip where it is not let.

    The options are those of ``mount``, without the folder.
    """
    kept = folder.with_name("kept")
    folder.rename(kept)
    folder.mkdir()
    try:
        done = subprocess.run(
            ["mount", *options, str(folder)], capture_output=True, text=True, check=False
        )
    except OSError as error:
        pytest.skip(f"mount cannot be run here: {error}")
    if done.returncode:
        pytest.skip(f"file systems cannot be mounted here: {done.stderr.strip()}")
    try:
        shutil.copytree(kept, folder, symlinks=True, dirs_exist_ok=True)
        yield
        shutil.rmtree(kept)
        shutil.copytree(folder, kept, symlinks=True)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)
    folder.rmdir()
    kept.rename(folder)


def fill(folder: Path) -> Path:
    """Fill a disk to the last byte with one file."""
    filler = folder / ".filler"
    with filler.open("wb", buffering=0) as stream:
        size = 1 << 16
        while size:
            try:
                stream.write(bytes(size))
            except OSError:
                size //= 2
    return filler


@pytest.mark.dear
def test_a_full_disk(edited: ToyProject, expected: dict[str, str]) -> None:
    results = edited.root / "results"
    with mounted(results, "-t", "tmpfs", "-o", "size=2m", "tmpfs"):
        filler = fill(results)
        text = refused(edited, "snakemake", "--cores", "2")
        # before any job: not even the notes of the run find room
        assert "results: No space left on device" in text and "free some space" in text
        assert "FAILED" not in text
        by_hand = refused(edited, "compsparse", "run", "alpha", "generate")
        assert "alpha/generate/all: No space left on device" in by_hand
        filler.unlink()
        edited.repro()
    assert_recovered(edited, expected)


@pytest.mark.dear
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("raise OSError(errno.ENOSPC, 'full')", ["No space left on device", "free some space"]),
        pytest.param(
            "raise OSError(errno.EROFS, 'no')",
            ["Read-only file system", "mount it for writing"],
        ),
        pytest.param(
            "raise OSError(errno.EACCES, 'no')",
            ["Permission denied", "chmod"],
        ),
    ],
    ids=["full", "read_only", "no_permission"],
)
def test_a_job_whose_disk_refuses_says_which_and_what_to_do(
    toy: ToyProject, fault: str, words: list[str]
) -> None:
    expected = toy.contents()
    toy.edit(TRAIN, WORK, f"    import errno\n\n    {fault}\n{WORK}")
    text = refused(toy, "dvc", "repro")
    for word in ["FAILED beta_train rate=4", "compsparse: beta/train/4: ", *words]:
        assert word in text, text
    toy.run("git", "checkout", "-q", "src")
    toy.repro()
    assert_recovered(toy, expected)


def test_a_file_may_not_become_large(toy: ToyProject) -> None:
    # no file may take a byte: a write that the system refuses after the file was opened
    command = ["bash", "-c", "ulimit -f 0; compsparse run beta train rate=4"]
    before = toy.contents()
    text = refused(toy, *command)
    assert "beta/train/4: File too large" in text and "ulimit" in text
    assert toy.contents() == before


@pytest.mark.dear
def test_results_that_are_mounted_read_only(edited: ToyProject, expected: dict[str, str]) -> None:
    results = edited.root / "results"
    with mounted(results, "-t", "tmpfs", "tmpfs"):
        subprocess.run(["mount", "-o", "remount,ro", str(results)], check=True)
        for command in (["snakemake", "--cores", "2"], ["compsparse", "sync"]):
            text = refused(edited, *command)
            assert "results: Read-only file system" in text and "mount it for writing" in text
        assert edited.audit()[0] == 1  # reading is all that it needs
        assert "Read-only file system" in refused(edited, "dvc", "repro")
        subprocess.run(["mount", "-o", "remount,rw", str(results)], check=True)
        edited.repro()
    assert_recovered(edited, expected)


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind the administrator")
def test_results_without_permission_to_write(edited: ToyProject, expected: dict[str, str]) -> None:
    models = edited.root / "results/alpha/models"
    models.chmod(0o555)
    text = refused(edited, "snakemake", "--cores", "2")
    assert "alpha/models" in text and "chmod" in text
    models.chmod(0o755)
    edited.repro()
    assert_recovered(edited, expected)


@pytest.mark.dear
@pytest.mark.parametrize(
    "place",
    [
        "results",
        "results/.tmp",
        "results/alpha/models",
    ],
)
def test_a_file_in_the_place_of_a_folder(
    edited: ToyProject, expected: dict[str, str], place: str
) -> None:
    path = edited.root / place
    shutil.rmtree(path)
    path.write_text("in the way")
    before = edited.contents()
    text = refused(edited, "snakemake", "--cores", "2")
    assert f"{place}). A file is where a folder is needed: move it elsewhere" in text
    assert edited.contents() == before  # it stopped before any job
    assert edited.run("compsparse", "audit", check=False).returncode != 0
    path.unlink()
    edited.repro()
    assert_recovered(edited, expected)


@pytest.mark.dear
def test_a_folder_in_the_place_of_a_file(edited: ToyProject, expected: dict[str, str]) -> None:
    path = edited.root / "results/alpha/metrics.json"
    path.unlink()
    path.mkdir()
    (path / "mine").write_text("in the way")
    text = refused(edited, "snakemake", "--cores", "2")
    assert "results/alpha/metrics.json is a folder" in text
    assert "move or delete it" in text
    shutil.rmtree(path)
    edited.repro()
    assert_recovered(edited, expected)


# Memory


@pytest.mark.dear
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        pytest.param(
            "bytearray(1 << 50)",
            "beta/train/4 ran out of memory (MemoryError)",
        ),
        ("os.kill(os.getpid(), signal.SIGKILL)", "beta train 4 was killed by signal 9"),
    ],
    ids=["in_python", "by_the_kernel"],
)
def test_a_step_that_dies_by_memory(toy: ToyProject, fault: str, words: str) -> None:
    expected = toy.contents()
    toy.edit(TRAIN, WORK, f"    import os, signal\n\n    {fault}\n{WORK}")
    text = refused(toy, "dvc", "repro")
    assert "FAILED beta_train rate=4" in text
    assert words in text and "fewer --cores" in text and "larger machine" in text
    by_hand = refused(toy, "compsparse", "run", "beta", "train", "rate=4")
    assert "ran out of memory" in by_hand or "beta/train/4 was killed by signal 9" in by_hand
    assert "fewer --cores" in by_hand
    toy.run("git", "checkout", "-q", "src")
    toy.repro()
    assert_recovered(toy, expected)


# Two at once


@pytest.mark.dear
def test_snakemake_and_dvc_at_once(
    edited: ToyProject, expected: dict[str, str], tmp_path: Path
) -> None:
    # the snakemake that starts first holds the results until dvc's has seen that
    edited.edit(TRAIN, '"""Fit nothing: multiply."""', '"""Fit."""\n\nfrom pathlib import Path')
    edited.edit(
        TRAIN, WORK, '    while not Path("go").exists():\n        Path("here").touch()\n' + WORK
    )
    runs = []
    said = tmp_path / "said"
    with said.open("w") as stream:
        for command in (["snakemake", "--cores", "2"], ["dvc", "repro"]):
            runs.append(
                subprocess.Popen(
                    command,
                    cwd=edited.root,
                    env=edited.environment,
                    stdout=stream,
                    stderr=subprocess.STDOUT,
                    stdin=subprocess.DEVNULL,
                )
            )
            if command[0] == "snakemake":
                assert eventually((edited.root / "here").exists, 60), said.read_text()
        words = "waiting for it to end. Ctrl-C stops the waiting."
        assert eventually(lambda: words in said.read_text(), 60), said.read_text()
        (edited.root / "go").touch()
        codes = [run.wait(timeout=600) for run in runs]
    assert codes == [0, 0], said.read_text()
    assert edited.planned() == {} and edited.dvc_is_clean() and edited.audit() == (0, [])
    edited.run("git", "checkout", "-q", "src")
    edited.repro()
    assert_recovered(edited, expected)


def test_a_dry_run_neither_waits_nor_deletes(toy: ToyProject, tmp_path: Path) -> None:
    toy.edit("params.yaml", "rates: [1, 2, 3]", "rates: [1, 2]")
    before = toy.contents()
    results = toy.root / "results"
    hold = "import fcntl, sys; f = open(sys.argv[1], 'a'); fcntl.flock(f, fcntl.LOCK_EX); "
    hold += "print('held', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(results / ".lock")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None and holder.stdout.readline() == b"held\n"
        text = toy.snakemake("-n")
        holder.communicate(b"")
    assert "jobs would run" in text and "in use by" not in text
    assert toy.contents() == before
    assert "files nobody asks for any more" in toy.snakemake()


# Damage to what the engines keep


@pytest.mark.dear
def test_a_corrupt_object_of_the_cache(toy: ToyProject) -> None:
    before = toy.contents()
    model = toy.root / "results/alpha/models/rate_1.json"
    cache = toy.root / ".dvc/cache"
    objects = [p for p in cache.rglob("*") if p.is_file() and p.read_bytes() == model.read_bytes()]
    assert len(objects) == 1
    # as a failing disk would: the mode that makes DVC trust an object stays
    objects[0].chmod(0o644)
    objects[0].write_bytes(model.read_bytes().replace(b"1", b"2", 1))
    objects[0].chmod(0o444)
    toy.edit("params.yaml", "clip: 60", "clip: 50")
    toy.repro()
    toy.run("git", "checkout", "-q", ".")
    toy.run("dvc", "checkout", "-q")
    assert toy.dvc_is_clean()  # DVC believes what it brought
    _, failures = toy.audit()
    assert dict(failures)["results/alpha/models"].startswith("dvc.lock: differs from dvc.lock")
    assert "results/alpha/models/rate_1.json" in dict(failures)
    toy.run("chmod", "-R", "u+w", ".dvc/cache")  # DVC then looks at every object before it uses it
    toy.run("compsparse", "sync")
    toy.repro()
    assert_recovered(toy, before)
    shutil.rmtree(toy.root / "results/alpha/models")
    toy.run("dvc", "checkout", "-q")
    assert_recovered(toy, before)


def test_a_truncated_record(toy: ToyProject) -> None:
    before = toy.contents()
    record = toy.root / "results/alpha/provenance/train/1.json"
    text = record.read_bytes()
    for length in (len(text) - 1, 0, len(text) // 2):
        record.write_bytes(text[:length])
        code, failures = toy.audit()
        assert code == 1
        reasons = dict(failures)
        for path in ("provenance/train/1.json", "models/rate_1.json", "models/history_1.json"):
            assert reasons[f"results/alpha/{path}"].startswith("not canonical")
    assert set(toy.planned()) >= {"alpha_train"}
    toy.repro()
    assert_recovered(toy, before)


@pytest.mark.dear
def test_a_truncated_dvc_lock(toy: ToyProject) -> None:
    before = toy.contents()
    lock = toy.root / "dvc.lock"
    text = lock.read_text()
    for length in (len(text) // 2, text.index("  study@beta"), 0):
        lock.write_text(text[:length])
        code, failures = toy.audit()
        assert code == 1 and "dvc.lock" in dict(failures)
    assert "take it from git" in dict(failures)["dvc.lock"]
    assert "'./dvc.lock' validation failed" in refused(toy, "dvc", "repro")
    toy.run("git", "checkout", "-q", "dvc.lock")
    toy.repro()
    assert lock.read_text() == text
    assert_recovered(toy, before)


@pytest.mark.dear
def test_a_truncated_list_of_locks_of_dvc(toy: ToyProject) -> None:
    before = toy.contents()
    locks = toy.root / ".dvc/tmp/rwlock"
    locks.write_text("")
    assert "Unable to read RWLock-file" in refused(toy, "dvc", "repro")
    locks.unlink()
    toy.repro()
    assert_recovered(toy, before)


def commit_on_branch(toy: ToyProject, branch: str, old: str, new: str) -> None:
    """Edit params.yaml on a new branch of main, build and commit."""
    toy.run("git", "checkout", "-q", "-b", branch, "main")
    toy.run("dvc", "checkout", "-q")
    toy.edit("params.yaml", old, new)
    toy.repro()
    toy.commit(branch)


@pytest.mark.dear
def test_a_merge_of_two_branches_that_changed_one_study(toy: ToyProject, tmp_path: Path) -> None:
    for branch, old, new in (
        ("left", "count: 20, clip: 60", "count: 20, clip: 50"),
        # takes one record away that the other branch has changed
        ("right", "fractions: [50, 90]", "fractions: [50, 80]"),
    ):
        commit_on_branch(toy, branch, old, new)
    text = toy.run("git", "merge", "left", check=False).stdout
    assert "Merge conflict in dvc.lock" in text
    assert "conflict in params.yaml" not in text
    assert "'./dvc.lock' is invalid (possible merge conflicts)" in refused(toy, "dvc", "repro")
    code, failures = toy.audit()
    assert code == 1
    assert (
        "in a merge `git checkout --ours dvc.lock`), then `make repro`"
        in dict(failures)["dvc.lock"]
    )
    toy.run("git", "checkout", "--ours", "dvc.lock")
    toy.repro()  # records and tables with conflict marks are made anew
    toy.commit("merged")
    params = (toy.root / "params.yaml").read_text()
    assert "clip: 50" in params and "fractions: [50, 80]" in params
    assert_recovered(toy, toy.from_scratch(tmp_path / "scratch"))
    assert toy.audit("--committed") == (0, [])


@pytest.mark.dear
def test_a_merge_of_branches_that_changed_two_studies(toy: ToyProject, tmp_path: Path) -> None:
    for branch, old, new in (
        ("left", "clip: 60", "clip: 50"),
        ("right", "clip: 70", "clip: 40"),
    ):
        commit_on_branch(toy, branch, old, new)
    toy.run("git", "merge", "-q", "-m", "both", "left")
    toy.run("dvc", "checkout", "-q")
    assert_recovered(toy, toy.from_scratch(tmp_path / "scratch"))


def test_the_loss_of_what_the_engines_remember(toy: ToyProject) -> None:
    before = toy.contents()
    for folder in (".snakemake", ".dvc/tmp", "results/.tmp", "results/.logs"):
        shutil.rmtree(toy.root / folder)
    assert_recovered(toy, before)
