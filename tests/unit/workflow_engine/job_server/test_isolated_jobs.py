"""What a job sees of the world: the same in a server as in a process of its own, and little."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.workflow_engine.job_server.conftest import CLIENT, STEPS, job
from workflow_engine.isolation import PASSED, job_environment
from workflow_engine.job_server.client import VARIABLE
from workflow_engine.job_server.start import start
from workflow_engine.numerics import ONE_THREAD, PORTABLE, environment_variables
from workflow_engine.provenance.job import Job

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the server runs on Linux only")

HOSTILE = {
    "PYTHONWARNINGS": "error",
    "PYTHONOPTIMIZE": "2",
    "PYTHONHASHSEED": "12345",
    "TZ": "Asia/Kathmandu",
    "LANG": "tr_TR.UTF-8",
    "LC_ALL": "C",
    "NPY_ENABLE_CPU_FEATURES": "NONSENSE",
    "OMP_NUM_THREADS": "7",
    "MKL_CBWR": "COMPATIBLE",
    "KMP_AFFINITY": "disabled",
    "OPENBLAS_VERBOSE": "2",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2",
    "TORCH_LOGS": "all",
    "PYTORCH_JIT": "0",
    "MPLBACKEND": "svg",
    "SNAKEMAKE_PROFILE": "/nowhere",
    "EDITOR": "vi",
}
WANTED = {"CUDA_VISIBLE_DEVICES": "", "SLURM_JOB_ID": "1", "JUDGE_KEY": "secret"}
DRAWING = Job(
    "small",
    "draw",
    "compsparse.studies.small.draw",
    {"name": "it"},
    {},
    {"svg": "small/it.svg", "png": "small/it.png"},
).to_json()


def both_ways(project: Path, step: str, text: str, *files: str) -> list[bytes]:
    """Do a job in a server and in a process of its own; return files, which must be equal."""
    command = [*CLIENT[:-1], step]
    numerics = environment_variables("portable")
    servers = start(project, job_environment(os.environ, project) | numerics, STEPS)
    assert servers is not None
    try:
        subprocess.run([*command, "served", text], check=True)
    finally:
        servers.stop()
    assert VARIABLE not in os.environ
    subprocess.run([*command, "alone", text], check=True)
    subprocess.run(
        [sys.executable, "-m", "compsparse", "run", "--out", "by_hand", "--job", text], check=True
    )
    served = [(project / "served" / file).read_bytes() for file in files]
    for other in ("alone", "by_hand"):
        assert [(project / other / file).read_bytes() for file in files] == served
    return served


def test_a_job_sees_what_it_needs_and_the_same_either_way(
    project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, value in (HOSTILE | WANTED | {PASSED: "JUDGE_KEY,ABSENT"}).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(project / "src"), str(tmp_path)]))
    monkeypatch.chdir(project)
    (value,) = both_ways(project, "work", job("look"), "small/look.json")
    seen = json.loads(value)
    variables = seen["variables"]
    assert WANTED.items() <= variables.items()
    numerics = {name: variables.pop(name, None) for name in ONE_THREAD | PORTABLE}
    for name, hostile in HOSTILE.items():
        assert numerics.get(name, variables.get(name)) != hostile
    assert {variables["TZ"], variables["LC_ALL"]} == {"UTC", "C.UTF-8"}
    assert "PYTHONPATH" not in variables
    assert variables["HOME"].startswith(str(project / ".snakemake"))
    assert "EDITOR" not in variables
    assert not {"", str(project), str(tmp_path)} & set(seen["path"])


SETTINGS = "savefig.dpi: 30\nfont.size: 30\nlines.linewidth: 9\nbackend: pdf\n"


@pytest.fixture(scope="module")
def drawn() -> list[bytes]:
    """The files of the first case, which all others must leave, too."""
    return []


# all settings stand at once: whichever a job reads would show
@pytest.mark.dear
@pytest.mark.parametrize("case", ["none", "settings", "malformed"])
def test_a_users_settings_of_matplotlib_do_not_reach_figures(
    project: Path,
    drawn: list[bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    case: str,
) -> None:
    home = tmp_path / "home"
    folder = home / ".config/matplotlib"
    (folder / "stylelib").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    if case == "malformed":
        (project / "matplotlibrc").write_bytes(b"font.size: \xff\xfe\n")
    if case == "settings":
        (tmp_path / "settings").write_text(SETTINGS)
        monkeypatch.setenv("MATPLOTLIBRC", str(tmp_path / "settings"))
        for place in (project, folder):
            (place / "matplotlibrc").write_text(SETTINGS)
        for name in ("classic", "default", "fast"):
            (folder / f"stylelib/{name}.mplstyle").write_text("lines.linewidth: 9\n")
    # its list of fonts takes seconds to make; whose it is makes no difference
    cache = project / ".snakemake/home/.cache/matplotlib"
    cache.parent.mkdir(parents=True)
    kept = tmp_path.parent / "matplotlib"
    kept.mkdir(exist_ok=True)
    cache.symlink_to(kept)
    files = both_ways(project, "draw", DRAWING, "small/it.svg", "small/it.png")
    drawn[:] = drawn or files
    assert files == drawn
