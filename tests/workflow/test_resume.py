"""A training that `kill -9` ends goes on in the next run, and ends with the same bytes."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.workflow.house import OUT, SMOKE, checkout
from tests.workflow.project import ToyProject

MODEL = f"{OUT}/factorial/models/single_pass/2pow6.safetensors"
CHECKPOINT = f"{OUT}/.tmp/factorial/checkpoints/train/2pow6.single_pass.npz"
LOG = f"{OUT}/.logs/factorial/train/single_pass/2pow6.log"
UPDATES = 1000
INTERVAL = "src/workflow_engine/provenance/checkpoints.py", "INTERVAL = 30.0", "INTERVAL = 0.0"


def long_training(folder: Path) -> ToyProject:
    """Return a checkout in which that model takes many updates."""
    project = checkout(folder)
    project.edit(
        "workflow/scales/factorial.yaml",
        "batch_size: 256, steps: 60,",
        f"batch_size: 256, steps: {UPDATES},",
    )
    return project


def killed_at_its_first_checkpoint(project: ToyProject) -> None:
    """Start the training with a checkpoint after every update; kill the run when there is one."""
    path, often, seldom = INTERVAL[0], INTERVAL[2], INTERVAL[1]
    project.edit(path, seldom, often)
    scripts = Path(sys.executable).parent
    environment = os.environ | {
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(project.root / "src"),
    }
    with (project.root / "run.log").open("w") as printed:
        run = subprocess.Popen(
            [str(scripts / "snakemake"), "--cores", "1", *SMOKE, "--", MODEL],
            cwd=project.root,
            env=environment,
            stdout=printed,
            stderr=subprocess.STDOUT,
        )
        deadline = time.monotonic() + 600
        while not (project.root / CHECKPOINT).exists() and time.monotonic() < deadline:
            assert run.poll() is None, (project.root / "run.log").read_text()
            time.sleep(0.01)
        run.send_signal(signal.SIGKILL)
        run.wait()
    project.edit(path, often, seldom)
    assert (project.root / CHECKPOINT).exists()
    assert not (project.root / MODEL).exists()


@pytest.mark.dear
def test_a_killed_training_goes_on_and_ends_with_the_same_bytes(tmp_path: Path) -> None:
    project = long_training(tmp_path / "project")
    killed_at_its_first_checkpoint(project)
    project.snakemake(*SMOKE, "--", MODEL)
    log = (project.root / LOG).read_text()
    found = re.search(rf"^Resumed from update (\d+) of {UPDATES}\.$", log, re.MULTILINE)
    assert found is not None, log
    assert 0 < int(found[1]) < UPDATES
    assert not (project.root / CHECKPOINT).exists()
    resumed = project.contents(OUT)
    # the whole training, without a break
    job = ("factorial", "train", "experiment=single_pass", "cell=2pow6")
    assert "Resumed" not in project.run("compsparse", "run", *job, "--out", OUT).stdout
    assert project.contents(OUT) == resumed
