"""Portable numerics leave the same bytes on an older CPU, emulated by qemu-user.

One job without torch runs here. `make portability` lets one study make all data, prune and train.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workflow.project import REPOSITORY, ToyProject
from workflow_engine.configuration.load import load
from workflow_engine.isolation import job_command, job_environment
from workflow_engine.numerics import environment_variables
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.plan import plan

SCRIPT = Path(__file__).with_name("build_by_forks.py")
ASKED = "COMPSPARSE_PORTABILITY"  # the study that `make portability` compares
CPU = "Haswell"
# no evaluate and no render: the emulation of AVX2 in QEMU 7.2 sorts wrongly (numpy's argsort)
STEPS = ("generate", "prune", "train")

EMULATOR = next(filter(None, map(shutil.which, ("qemu-x86_64", "qemu-x86_64-static"))), None)
pytestmark = pytest.mark.skipif(
    EMULATOR is None or os.uname().machine != "x86_64",
    reason="needs an x86-64 machine with qemu-user (apt-get install qemu-user)",
)


# what differs between CPUs where numerics are not portable
FUNCTIONS = """
import hashlib
import numpy as np
x = np.random.default_rng(0).normal(size=(60, 60))
for kind in (np.float32, np.float64):
    a = x.astype(kind)
    for value in (np.exp(a), np.log(np.abs(a)), np.tanh(a), np.sin(a), a @ a, a.sum(axis=0)):
        print(hashlib.sha256(value.tobytes()).hexdigest()[:16])
    positive = a @ a.T + 60 * np.eye(60)
    for value in (*np.linalg.svd(a), np.linalg.inv(a), np.linalg.cholesky(positive)):
        print(hashlib.sha256(value.tobytes()).hexdigest()[:16])
"""


def python(*arguments: str, emulated: bool) -> str:
    """Run Python in this repository, on this CPU or the emulated one; return what it prints."""
    command = [sys.executable, *arguments]
    if emulated:
        command = [str(EMULATOR), "-cpu", CPU, *command]
    # that of a job, else it would start itself anew, which would not be emulated
    environment = job_environment(os.environ, REPOSITORY)
    if not arguments[-1].startswith("{"):  # a job sets its numerics by itself
        environment |= environment_variables("portable")
    done = subprocess.run(
        command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.returncode}\n{done.stdout[-500:]}\n{done.stderr[-3000:]}"
    return done.stdout


def smoke_jobs(study: str) -> list[Job]:
    """Return the jobs of a study at smoke scale."""
    jobs = plan(load(REPOSITORY / "params.yaml", {"scale": "smoke"})).values()
    return [job for job in jobs if job.study == study]


def test_the_emulated_cpu_is_an_older_one() -> None:
    show = (
        "from numpy._core._multiarray_umath import __cpu_features__ as features\n"
        "print(features['AVX2'], features['AVX512F'])"
    )
    assert python("-c", show, emulated=True) == "True False\n"


def test_functions_and_linear_algebra_give_the_same_bytes() -> None:
    native = python("-c", FUNCTIONS, emulated=False)
    assert len(native.splitlines()) == 22
    assert python("-c", FUNCTIONS, emulated=True) == native


@pytest.mark.dear
def test_a_job_without_torch_leaves_the_same_bytes_and_record(tmp_path: Path) -> None:
    job = next(job for job in smoke_jobs("factorial") if job.step == "generate")
    for name, emulated in (("native", False), ("emulated", True)):
        out = str(tmp_path / name)
        words = ["run", "--out", out, "--job", job.to_json()]
        python(*job_command(REPOSITORY, "compsparse", *words)[1:], emulated=emulated)
    contents = ToyProject(tmp_path).contents("native")
    assert set(contents) == {*job.outputs.values(), job.record_path}
    assert ToyProject(tmp_path).contents("emulated") == contents


@pytest.mark.skipif(ASKED not in os.environ, reason="takes minutes: make portability")
def test_all_data_and_training_of_a_study_are_the_same(tmp_path: Path) -> None:
    study = os.environ[ASKED]
    for name, emulated in (("native", False), ("emulated", True)):
        python(str(SCRIPT), str(tmp_path / name), study, "smoke", *STEPS, emulated=emulated)
    contents = ToyProject(tmp_path).contents("native")
    elsewhere = ToyProject(tmp_path).contents("emulated")
    records = [job.record_path for job in smoke_jobs(study) if job.step in STEPS]
    different = [path for path in records if contents[path] != elsewhere[path]]
    assert not different, f"{len(different)} of {len(records)} records differ: {different}"
    assert elsewhere == contents
