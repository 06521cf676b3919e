"""The commands that a DVC user types work and say the truth."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.workflow.project import REPOSITORY, ToyProject

S3 = REPOSITORY / ".venv/s3"
WITH_S3 = pytest.mark.skipif(
    not (S3 / "installed").exists(),
    reason="dvc-s3 and moto are not installed; `make s3` installs them",
)
SERVER = """
import sys
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print(server.get_host_and_port()[1], flush=True)
sys.stdin.read()
server.stop()
"""


@pytest.fixture
def s3() -> Iterator[Callable[[ToyProject], tuple[str, ...]]]:
    """Make a bucket of a local server the remote; return what DVC's commands begin with."""
    keys = [f"AWS_{name}=none" for name in ("ACCESS_KEY_ID", "SECRET_ACCESS_KEY")]
    beside = ("env", f"PYTHONPATH={S3}", "NO_PROXY=127.0.0.1", *keys)
    command = (*beside, sys.executable, "-c", SERVER)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        address = f"http://127.0.0.1:{int(server.stdout.readline())}"
        urlopen(Request(f"{address}/bucket", method="PUT")).close()

        def moved(project: ToyProject) -> tuple[str, ...]:
            project.run("dvc", "remote", "add", "-q", "-f", "-d", "storage", "s3://bucket/toy")
            project.run("dvc", "remote", "modify", "storage", "endpointurl", address)
            return beside

        yield moved
        server.communicate()


def test_params_and_metrics_diff_follow_an_edit(toy: ToyProject) -> None:
    toy.edit("params.yaml", "offset: 1", "offset: 4")
    toy.repro()
    params = json.loads(toy.run("dvc", "params", "diff", "--json").stdout)
    assert params["params.yaml"] == {"alpha.train.offset": {"old": 1, "new": 4, "diff": 3}}
    metrics = json.loads(toy.run("dvc", "metrics", "diff", "--json").stdout)
    change = metrics["results/alpha/metrics.json"]["alpha_sums.total"]
    assert change["diff"] != 0
    assert "results/beta/metrics.json" not in metrics


@pytest.mark.dear
def test_an_experiment_is_an_edit_from_the_command_line(toy: ToyProject, tmp_path: Path) -> None:
    toy.run("dvc", "exp", "run", "-q", "-n", "steep", "-S", "alpha.train.factor=7")
    assert "factor: 7" in (toy.root / "params.yaml").read_text()
    assert toy.contents() == toy.from_scratch(tmp_path / "scratch")
    assert toy.audit() == (0, [])
    assert "steep" in toy.run("dvc", "exp", "list", "--name-only").stdout


@pytest.mark.dear
def test_a_small_number_of_an_experiment_is_the_number_that_dvc_means(toy: ToyProject) -> None:
    toy.edit("src/compsparse/studies/alpha/settings.py", "factor: int", "factor: float")
    toy.edit("src/compsparse/studies/alpha/train.py", "factor: int", "factor: float")
    toy.edit("src/compsparse/studies/alpha/train.py", "(factor * n", "(int(factor * n)")
    toy.run("dvc", "exp", "run", "-q", "-S", "alpha.train.factor=0.00001", "study@alpha")
    assert "factor: 1e-05" in (toy.root / "params.yaml").read_text()
    record = json.loads((toy.root / "results/alpha/provenance/train/1.json").read_text())
    assert record["job"]["params"]["factor"] == 0.00001
    assert toy.audit("results/alpha") == (0, [])


@pytest.mark.dear
@pytest.mark.parametrize("remote", ["folder", pytest.param("s3", marks=WITH_S3)])
def test_push_and_pull_bring_the_same_bytes(
    toy: ToyProject, tmp_path: Path, remote: str, request: pytest.FixtureRequest
) -> None:
    beside: tuple[str, ...] = ()
    if remote == "s3":
        beside = request.getfixturevalue("s3")(toy)
    toy.edit("params.yaml", "offset: 1", "offset: 4")
    toy.repro()
    toy.commit("steeper")
    toy.run(*beside, "dvc", "push", "-q")
    toy.run("git", "clone", "-q", str(toy.root), str(tmp_path / "clone"))
    clone = ToyProject(tmp_path / "clone")
    clone.run(*beside, "dvc", "pull", "-q")
    assert clone.contents() == toy.contents()
    assert clone.planned() == {}
    assert clone.audit("--committed") == (0, [])
    assert clone.run("dvc", "status").stdout.strip() == "Data and pipelines are up to date."


@pytest.mark.dear
def test_a_corrupt_object_of_the_remote_is_not_taken_for_a_result(
    toy: ToyProject, tmp_path: Path
) -> None:
    storage = Path(toy.run("dvc", "config", "remote.storage.url").stdout.strip())
    storage = storage if storage.is_absolute() else (toy.root / ".dvc" / storage).resolve()
    copy = tmp_path / "storage"
    toy.run("cp", "-r", str(storage), str(copy))
    model = (toy.root / "results/alpha/models/rate_1.json").read_bytes()
    spoiled = [p for p in copy.rglob("*") if p.is_file() and p.read_bytes() == model]
    assert len(spoiled) == 1
    spoiled[0].chmod(0o644)
    spoiled[0].write_bytes(model.replace(b"1", b"2", 1))
    toy.run("git", "clone", "-q", str(toy.root), str(tmp_path / "clone"))
    clone = ToyProject(tmp_path / "clone")
    clone.run("dvc", "remote", "modify", "--local", "storage", "url", str(copy))
    # DVC trusts what it pulls unless the remote says `verify`; the ledger does not
    clone.run("dvc", "pull", "-q", check=False)
    code, failures = clone.audit()
    assert code == 1
    assert "results/alpha/models/rate_1.json" in {path for path, _ in failures}
    clone.run("compsparse", "sync")
    clone.repro()
    assert clone.contents() == toy.contents()
    assert clone.audit() == (0, [])


def test_only_the_study_that_uses_the_value_starts(toy: ToyProject) -> None:
    toy.edit("params.yaml", "clip: 70", "clip: 60")
    text = toy.repro()
    assert "Running stage 'study@beta'" in text
    assert "Stage 'study@alpha' didn't change, skipping" in text


@pytest.mark.dear
def test_the_experiment_of_another_scale_is_recorded_as_such(
    toy: ToyProject, tmp_path: Path
) -> None:
    toy.run("dvc", "exp", "run", "-q", "-S", "scale=smoke")
    assert toy.contents() == toy.from_scratch(tmp_path / "scratch")
    assert toy.audit() == (0, [])
