"""The mode ``device`` on the CPU leaves the bytes of ``native``, and its record says so."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.workflow.project import REPOSITORY
from workflow_engine.configuration.load import load
from workflow_engine.isolation import job_command, job_environment
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.record import Record


def trained(mode: str, out: Path) -> tuple[bytes, Record]:
    """Train the language models at smoke scale; return their file and its record."""
    assigned = {"scale": "smoke", "set": f"experts.on_request=[language_model] numerics={mode}"}
    jobs = plan(load(REPOSITORY / "params.yaml", assigned), study="experts").values()
    (job,) = [j for j in jobs if j.step == "train" and "language_model" in j.module]
    done = subprocess.run(
        job_command(REPOSITORY, "compsparse", "run", "--out", str(out), "--job", job.to_json()),
        cwd=REPOSITORY,
        env=job_environment(os.environ | {"CUDA_VISIBLE_DEVICES": ""}, REPOSITORY),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (model,) = job.outputs.values()
    return (out / model).read_bytes(), Record.read(out / job.record_path)


@pytest.mark.dear
def test_on_the_cpu_a_model_is_that_of_native_and_its_record_names_the_cpu(tmp_path: Path) -> None:
    native, plain = trained("native", tmp_path / "native")
    found, record = trained("device", tmp_path / "device")
    assert found == native
    assert (plain.device, record.device) == ("", "cpu")
    assert (record.code, record.environment) == (plain.code, plain.environment)
