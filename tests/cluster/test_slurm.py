"""A Slurm on this machine makes a local run's bytes, whatever befalls its jobs."""

import fcntl
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.slurm import Slurm, objection, running_slurm
from tests.patience import eventually
from tests.workflow.house import OUT, SMOKE, checkout
from tests.workflow.project import ToyProject
from tests.workflow.test_interruption import KEPT, TRAIN, WORK, Run, running

pytestmark = [pytest.mark.dear, pytest.mark.cluster]

_PATIENCE = 300.0
STUDY = "genericity"  # the cheapest
MODELS = tuple(f"{OUT}/alpha/models/rate_{rate}.json" for rate in (1, 2, 3))
# what a training does while a file asks for it: wait, with so many MB
WISH = """\
    if (wish := Path(f"wish_{rate}")).exists():
        Path(f"here_{rate}").touch()
        taken = b"x" * (int(wish.read_text()) * 10**6)
        while wish.exists():
            time.sleep(0.1)
"""
ALLOCATION = "profiles/slurm-allocation/job.sh"
# a Slurm job each; the first look at their states comes after a second
SOON = "--slurm-init-seconds-before-status-checks=1"
EACH = ("snakemake", *MODELS, "--profile", "profiles/slurm", SOON, *SMOKE)


@pytest.fixture(scope="module")
def slurm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Slurm]:
    """A Slurm of two nodes; a machine has one at a time."""
    with Path(tempfile.gettempdir(), "compsparse_slurm.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if reason := objection():
            pytest.skip(reason)
        with running_slurm(tmp_path_factory.mktemp("slurm")) as slurm:
            yield slurm


@pytest.fixture
def toy(tmp_path: Path) -> ToyProject:
    """The toy, whose training heeds wishes, without results."""
    toy = ToyProject.create(tmp_path / "toy")
    for train in (TRAIN, TRAIN.replace("beta", "alpha")):
        toy.edit(train, '"""Fit nothing: multiply."""\n', "import time\nfrom pathlib import Path\n")
        toy.edit(train, WORK, WISH + WORK)
    return toy


def made_locally(toy: ToyProject, *targets: str) -> dict[str, str]:
    """Return the contents of a local run at smoke scale, and remove it."""
    toy.snakemake(*targets, *SMOKE)
    contents = toy.contents(OUT)
    shutil.rmtree(toy.root / "results")
    return contents


def wish(toy: ToyProject, rate: int, megabytes: int = 0) -> None:
    (toy.root / f"wish_{rate}").write_text(str(megabytes))


def grant(toy: ToyProject, *rates: int) -> None:
    """Let trainings go on."""
    for rate in rates:
        (toy.root / f"wish_{rate}").unlink()


def reached(toy: ToyProject, rate: int) -> bool:
    """Wait until a training does what is wished; forget that it did."""
    here = toy.root / f"here_{rate}"
    found = eventually(here.exists, _PATIENCE)
    here.unlink(missing_ok=True)
    return found


def ended(run: Run) -> int:
    """Wait for the end of a command; return its code."""
    assert eventually(lambda: run.process.poll() is not None, _PATIENCE), run.text
    return run.process.wait()


def training(slurm: Slurm, rate: int) -> str:
    """Return the number of the job that trains a model; the executor's comments name jobs."""
    jobs = dict(line.split()[::-1] for line in slurm("squeue", "-h", "-o", "%i %k").splitlines())
    return jobs[f"rule_alpha_train_wildcards_{rate}"]


def submitted(toy: ToyProject, *options: str) -> str:
    """Submit one allocation for the toy's second study; return its number."""
    options = ("--cpus-per-task=1", "--mem=1000", *options)
    return toy.run("sbatch", "--parsable", *options, ALLOCATION, "beta", *SMOKE).stdout.strip()


def said(toy: ToyProject, job: str) -> str:
    return (toy.root / f"slurm-{job}.out").read_text()


def lose_node(slurm: Slurm, job: str) -> None:
    """Set down the node on which a job runs; it returns by itself."""
    node = slurm("squeue", "-h", "-o", "%N", "-j", job)
    slurm.tell("scontrol", "update", f"NodeName={node}", "State=DOWN", "Reason=test")


def let_time_end(slurm: Slurm, job: str) -> None:
    """Let a running job's time limit strike: after a minute in all; Slurm looks every half minute.

    EndTime=now+1 is refused where scontrol has to wait for a second.
    """
    slurm.tell("scontrol", "update", f"JobId={job}", "TimeLimit=1")


def test_one_allocation_makes_the_bytes_of_a_local_run(slurm: Slurm, tmp_path: Path) -> None:
    house = checkout(tmp_path / "house")
    expected = made_locally(house, STUDY)
    options = ("--wait", "--cpus-per-task=2", "--mem=4000", "--output=said")
    house.run("sbatch", *options, ALLOCATION, STUDY, *SMOKE)
    assert house.contents(OUT) == expected and len(expected) > 50
    assert " jobs done in " in (house.root / "said").read_text()


def test_an_allocation_that_everything_befalls(slurm: Slurm, toy: ToyProject) -> None:
    expected = made_locally(toy, "beta")
    wish(toy, 4)
    job, next_one = submitted(toy), submitted(toy)
    assert reached(toy, 4)
    # a second one would wait for the lock inside of its allocation: it does so in the queue
    assert slurm.state(next_one) == "PENDING"
    slurm.tell("scancel", job)
    assert eventually(lambda: slurm.state(job) == "CANCELLED", _PATIENCE)
    assert f"JOB {job} ON " in said(toy, job) and " CANCELLED AT " in said(toy, job)
    assert f"Stopped by SIGTERM: {KEPT}" in said(toy, job)
    # the next one goes on; Slurm itself starts it again where its node is lost
    job = next_one
    assert reached(toy, 4)
    lose_node(slurm, job)
    assert reached(toy, 4)
    assert "DUE TO NODE FAILURE" in said(toy, job)
    let_time_end(slurm, job)
    assert eventually(lambda: slurm.state(job) == "TIMEOUT", _PATIENCE)
    assert "DUE TO TIME LIMIT" in said(toy, job)
    assert said(toy, job).endswith(f"Stopped by SIGTERM: {KEPT}\n")
    wish(toy, 4, megabytes=1500)
    job = submitted(toy)
    assert reached(toy, 4)
    assert eventually(lambda: job not in slurm.queue(), _PATIENCE)
    assert "exceeded memory limit" in said(toy, job), said(toy, job)
    grant(toy, 4)
    submitted(toy, "--wait")
    assert toy.contents(OUT) == expected


def test_jobs_of_slurm_that_everything_befalls(slurm: Slurm, toy: ToyProject) -> None:
    pytest.importorskip("snakemake_executor_plugin_slurm")
    expected = made_locally(toy, *MODELS)
    with running(toy, *EACH, "--set-resources", "alpha_generate:mem_mb=99000") as run:
        assert ended(run) == 1
        assert "sbatch: error: Memory specification can not be satisfied" in run.text, run.text
        assert "sbatch call" not in run.text
    for rate in (1, 2):
        wish(toy, rate)
    wish(toy, 3, megabytes=1900)  # the first attempt asks for 1500, the second for twice as much
    with running(toy, *EACH) as run:
        assert reached(toy, 1) and reached(toy, 2) and reached(toy, 3), run.text
        slurm.tell("scancel", training(slurm, 1))
        let_time_end(slurm, training(slurm, 2))
        # each is tried again
        assert reached(toy, 1) and reached(toy, 2) and reached(toy, 3), run.text
        grant(toy, 1, 2, 3)
        assert ended(run) == 0, run.text
    assert "SLURM status is: 'CANCELLED'" in run.text, run.text
    assert "SLURM status is: 'TIMEOUT'" in run.text and "DUE TO TIME LIMIT" in run.text, run.text
    assert "exceeded memory limit" in run.text, run.text
    assert run.text.splitlines()[-1].startswith("4 of 4 jobs done in ")
    assert "failed" not in run.text.splitlines()[-1]
    assert toy.contents(OUT) == expected
    Path(toy.root, MODELS[0]).unlink()
    wish(toy, 1)
    with running(toy, *EACH) as run:
        assert reached(toy, 1), run.text
        lose_node(slurm, training(slurm, 1))
        assert reached(toy, 1), run.text
        assert run.end(signal.SIGINT, group=True) == 130
        assert eventually(lambda: slurm.queue() == [], _PATIENCE)
        assert run.text.endswith(f"Stopped by Ctrl-C: {KEPT}\n")
    grant(toy, 1)
    with running(toy, *EACH) as run:
        assert ended(run) == 0, run.text
    assert toy.contents(OUT) == expected
