"""Sequences of ordinary commands after which naive pairings of the two engines lie.

After each: the bytes are those of a build from scratch, snakemake wants nothing, DVC is clean, the
audit agrees.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.workflow.project import ToyProject


def assert_true(project: ToyProject, scratch: Path) -> None:
    """Hold the project against a build from scratch and against every engine's own word."""
    assert project.contents() == project.from_scratch(scratch)
    assert_agreed(project)


def assert_agreed(project: ToyProject) -> None:
    """Every engine says that all is up to date."""
    assert project.planned() == {}
    assert project.dvc_is_clean()
    assert project.audit() == (0, [])


@pytest.mark.dear
def test_the_same_edit_twice_with_a_checkout_between(toy: ToyProject, tmp_path: Path) -> None:
    before = toy.contents()
    toy.edit("params.yaml", "clip: 60", "clip: 50")
    edited = toy.from_scratch(tmp_path / "scratch")
    assert edited != before
    toy.run("git", "checkout", "-q", ".")
    for _ in range(2):
        toy.edit("params.yaml", "clip: 60", "clip: 50")
        toy.repro()
        assert toy.contents() == edited
        assert_agreed(toy)
        toy.run("git", "checkout", "-q", ".")
        toy.run("dvc", "checkout", "-q")
        assert toy.contents() == before
        assert toy.planned() == {}


def test_a_clone_with_pulled_results_has_nothing_to_do(clone: ToyProject) -> None:
    assert clone.planned() == {}
    assert clone.dvc_is_clean()
    assert clone.audit() == (0, [])


@pytest.mark.dear
def test_an_edit_in_a_clone_with_pulled_results(clone: ToyProject, tmp_path: Path) -> None:
    clone.edit("params.yaml", "count: 20", "count: 25")
    clone.repro()
    assert_true(clone, tmp_path / "scratch")


def test_tampered_model_and_figure_are_rebuilt_not_accepted(
    toy: ToyProject, tmp_path: Path
) -> None:
    lock = (toy.root / "dvc.lock").read_text()
    for path in ("results/alpha/models/rate_2.json", "results/beta/figures/beta_sums.json"):
        (toy.root / path).write_text("[-1]\n")
    toy.repro()
    assert_true(toy, tmp_path / "scratch")
    assert (toy.root / "dvc.lock").read_text() == lock


def test_an_edit_of_a_helper_reruns_its_importers_and_what_follows(
    toy: ToyProject, tmp_path: Path
) -> None:
    toy.edit("src/compsparse/studies/beta/arithmetic.py", "min(value, limit)", "min(value, 7)")
    # generate and prune import it; train, evaluate, render and judge follow from generate
    assert set(toy.planned()) == {
        f"beta_{rule}" for rule in ("generate", "train", "prune", "evaluate", "sums", "judge")
    }
    toy.repro()
    assert_true(toy, tmp_path / "scratch")


@pytest.mark.dear
def test_scale_and_seed_written_in_params_change_the_bytes(toy: ToyProject, tmp_path: Path) -> None:
    before = toy.contents()
    toy.edit("params.yaml", "scale: default", "scale: smoke")
    toy.repro()
    smoke = toy.contents()
    assert smoke != before
    assert_true(toy, tmp_path / "smoke")
    toy.edit("params.yaml", "root_seed: 0", "root_seed: 5")
    toy.repro()
    assert toy.contents() != smoke
    assert_true(toy, tmp_path / "seed")


@pytest.mark.dear
def test_command_line_scale_goes_elsewhere(toy: ToyProject) -> None:
    before = toy.contents()
    toy.snakemake("--config", "scale=smoke", "root_seed=3")
    assert toy.contents() == before
    assert toy.dvc_is_clean()
    assert toy.planned() == {}
    assert toy.planned("--config", "scale=smoke", "root_seed=3") == {}
    assert len(toy.contents("results/.scratch/smoke-seed3")) == len(before)
    assert toy.audit("results/.scratch/smoke-seed3") == (0, [])


@pytest.mark.dear
def test_kill_in_the_middle_of_a_step(toy: ToyProject, tmp_path: Path) -> None:
    step = "src/compsparse/studies/beta/train.py"
    toy.edit(step, '"""Fit nothing: multiply."""', '"""Fit."""\n\nimport time')
    toy.edit(step, "    scaled = ", "    time.sleep(4)\n    scaled = ")
    command = [str(Path(sys.executable).parent / "snakemake"), "--cores", "2"]
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(toy.root / "src"),
    }
    run = subprocess.Popen(
        command, cwd=toy.root, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT
    )
    working = toy.root / "results/.tmp/beta.provenance.train.4.json.lock"
    deadline = time.monotonic() + 600
    while not working.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert working.exists(), "the step never started"
    run.send_signal(signal.SIGKILL)
    run.wait()
    # the step itself lives on; the next run must neither refuse nor mix with it
    toy.repro()
    time.sleep(5)
    assert_true(toy, tmp_path / "scratch")


def test_touching_every_source_reruns_nothing(toy: ToyProject) -> None:
    for moment in (0, time.time(), time.time() + 10**6):
        for path in [*(toy.root / "src").rglob("*.py"), toy.root / "params.yaml"]:
            os.utime(path, (moment, moment))
        assert toy.planned() == {}


def test_random_times_on_results_rerun_nothing(toy: ToyProject) -> None:
    files = [p for p in sorted((toy.root / "results").rglob("*")) if p.is_file()]
    for number, path in enumerate(files):
        moment = (number * 7919 % 97) * 10**7 + (time.time() + 10**6 if number % 5 == 0 else 0)
        os.utime(path, (moment, moment))
    assert toy.planned() == {}
    toy.repro()
    assert toy.audit() == (0, [])


@pytest.mark.dear
def test_a_byte_changed_under_a_restored_time_is_seen_by_snakemake(
    toy: ToyProject, tmp_path: Path
) -> None:
    path = toy.root / "results/alpha/models/rate_1.json"
    status = path.stat()
    text = path.read_text()
    path.write_text(text.replace("1", "2", 1))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert set(toy.planned()) >= {"alpha_train", "alpha_prune"}
    toy.run("compsparse", "sync")  # with dvc repro: what `make repro` does
    toy.repro()
    assert_true(toy, tmp_path / "scratch")


@pytest.mark.dear
def test_bytecode_older_than_its_source_is_never_run(toy: ToyProject, tmp_path: Path) -> None:
    """Python takes cached bytecode for its source's as long as size and whole seconds agree."""
    toy.run(sys.executable, "-m", "compileall", "-q", "src")
    for path, old, new in (
        ("src/compsparse/studies/beta/arithmetic.py", "min(value, limit)", "max(value, limit)"),
        ("src/compsparse/studies/beta/plan.py", "train.factor", "train.offset"),
    ):
        status = (toy.root / path).stat()
        toy.edit(path, old, new)
        os.utime(toy.root / path, ns=(status.st_atime_ns, status.st_mtime_ns))
    toy.repro()
    assert_true(toy, tmp_path / "scratch")


@pytest.mark.dear
def test_two_real_runs_at_once_wait_for_each_other(toy: ToyProject, tmp_path: Path) -> None:
    toy.edit("params.yaml", "offset: 1", "offset: 3")
    scripts = Path(sys.executable).parent
    environment = os.environ | {
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(toy.root / "src"),
    }
    runs = [
        subprocess.Popen(
            [str(scripts / "snakemake"), "--cores", "1"],
            cwd=toy.root,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(2)
    ]
    outputs = [run.communicate(timeout=600)[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0], outputs
    assert sum("Nothing to be done" in text for text in outputs) == 1, outputs
    toy.repro()
    assert_true(toy, tmp_path / "scratch")
