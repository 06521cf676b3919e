"""What of the outer environment reaches jobs."""

import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np  # noqa: F401 - loaded, as in a process that it is too late for
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workflow_engine.isolation import (
    PASSED,
    IsolationError,
    decides,
    forget_settings,
    isolate,
    job_command,
    job_environment,
    name_the_user,
)
from workflow_engine.numerics import ONE_THREAD, PORTABLE

ROOT = Path("/project")
SOURCE = Path(__file__).resolve().parents[3] / "src"
NAMES = st.sampled_from(
    [
        *("PATH", "HOME", "TZ", "LANG", "PYTHONPATH", "PYTHONHASHSEED", "OMP_NUM_THREADS"),
        *("SLURM_JOB_ID", "SLURM_", "CUDA_VISIBLE_DEVICES", "NVIDIA_TF32_OVERRIDE", "KEY", PASSED),
        *("LD_LIBRARY_PATH", "LD_PRELOAD", "MPLBACKEND", "MKL_CBWR", "COMPSPARSE_CORES"),
    ]
)
OUTER = st.dictionaries(NAMES, st.sampled_from(["", "1", "KEY", "KEY,TZ,LD_PRELOAD", "x=y"]))


@given(OUTER)
def test_what_is_isolated_stays_as_it_is(outer: dict[str, str]) -> None:
    once = job_environment(outer, ROOT)
    assert job_environment(once, ROOT) == once


@given(OUTER, OUTER)
def test_only_what_is_allowed_makes_a_difference(
    outer: dict[str, str], other: dict[str, str]
) -> None:
    allowed = {"PATH", "SLURM_JOB_ID", "SLURM_", "CUDA_VISIBLE_DEVICES", "COMPSPARSE_CORES"}
    allowed |= {PASSED, "KEY"}
    kept = {name: value for name, value in other.items() if name not in allowed}
    same = {name: value for name, value in outer.items() if name in allowed}
    assert job_environment(kept | same, ROOT) == job_environment(outer, ROOT)


def test_only_names_that_params_yaml_gives_are_passed_besides() -> None:
    outer = {"KEY": "secret", "OTHER": "secret", "PATH": "/bin"}
    assert "KEY" not in job_environment(outer, ROOT)
    passed = job_environment(outer | {PASSED: "KEY"}, ROOT)
    assert passed["KEY"] == "secret" and "OTHER" not in passed


@pytest.mark.parametrize(
    "name",
    [
        *(*ONE_THREAD, *PORTABLE, "HOME", "PYTHONPATH", "PYTHONMALLOC", "LC_ALL", "LD_PRELOAD"),
        *("NPY_ENABLE_CPU_FEATURES", "MATPLOTLIBRC", "CUBLAS_WORKSPACE_CONFIG", "GLIBC_TUNABLES"),
        "DYLD_INSERT_LIBRARIES",
    ],
)
def test_what_results_could_depend_on_is_never_passed(name: str) -> None:
    assert decides(name)
    outer = {name: "users", PASSED: name}
    assert job_environment(outer, ROOT).get(name) != "users"


@pytest.mark.parametrize(
    "name", ["OPENAI_API_KEY", "PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "HTTPS_PROXY"]
)
def test_other_names_may_be_passed(name: str) -> None:
    assert not decides(name)
    assert job_environment({name: "x", PASSED: name}, ROOT)[name] == "x"


def test_settings_of_libraries_are_forgotten_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    environment = {"NPY_ENABLE_CPU_FEATURES": "x", "OMP_NUM_THREADS": "x", "PYTHONPATH": "x"}
    monkeypatch.setattr(os, "environ", environment | {"LD_LIBRARY_PATH": "x", "HOME": "x"})
    forget_settings()
    assert "OMP_NUM_THREADS" in os.environ  # too late: numpy is loaded
    monkeypatch.delitem(sys.modules, "numpy")
    forget_settings()
    assert set(os.environ) == {"PYTHONPATH", "LD_LIBRARY_PATH", "HOME"}


def test_a_user_without_a_name_has_the_number_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(number: int) -> None:
        raise KeyError(f"getpwuid(): uid not found: {number}")

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.setattr(os, "environ", {})
    name_the_user()
    assert os.environ == {"USER": str(os.getuid())}
    monkeypatch.setattr(os, "environ", {"LOGNAME": "ada"})
    name_the_user()
    assert os.environ == {"LOGNAME": "ada"}


class _StartedError(Exception):
    """Raised in place of becoming another process."""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> None:
    def execve(program: str, command: list[str], environment: dict[str, str]) -> None:
        raise _StartedError(program, command, environment)

    monkeypatch.setattr(os, "execve", execve)


@pytest.mark.usefixtures("started")
def test_a_process_with_the_users_environment_becomes_another_one_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(_StartedError) as caught:
        isolate(ROOT, ["run", "--job", "{}"])
    program, command, environment = caught.value.args
    assert program == sys.executable
    assert command == job_command(ROOT, "compsparse", "run", "--job", "{}")
    # a package that sets a variable at every start of Python
    monkeypatch.setattr(os, "environ", environment | {"SET_BY_A_PACKAGE": "1"})
    isolate(ROOT, ["run", "--job", "{}"])
    assert job_environment(os.environ, ROOT) | {"SET_BY_A_PACKAGE": "1"} == os.environ
    # its children do not take its word for their own
    monkeypatch.setattr(os, "environ", environment | {"EDITOR": "vi"})
    monkeypatch.setattr(os, "getpid", lambda: 0)
    with pytest.raises(_StartedError):
        isolate(ROOT, [])


GUARD = """
import sys
from pathlib import Path
sys.path.insert(0, {src!r})
{before}
from workflow_engine.isolation import guard_main_process
sys.path.insert(0, {root!r})
sys.path.insert(0, "")
guard_main_process(Path({root!r}))
{after}
import importlib
importlib.invalidate_caches()
import wave, venv, workflow_engine.seeds
try:
    import only_here
    print("found")
except ModuleNotFoundError:
    print(wave.__file__, venv.__file__)
"""


def guarded(
    root: Path, before: str = "", after: str = "", source: Path = SOURCE
) -> "subprocess.CompletedProcess[str]":
    """Import modules in a process that is guarded, with others of these names in its folder."""
    for name in ("wave", "venv", "only_here"):
        (root / f"{name}.py").write_text("")
    code = GUARD.format(src=str(source), root=str(root), before=before, after=after)
    return subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=root, capture_output=True, text=True, check=False
    )


def test_modules_beside_the_snakefile_are_not_found(tmp_path: Path) -> None:
    done = guarded(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "found" not in done.stdout and str(tmp_path) not in done.stdout


def source_of_engine_and_house(root: Path) -> Path:
    """Write a folder ``src`` with the engine and an empty house."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SOURCE / "workflow_engine", root / "src/workflow_engine", ignore=ignored)
    (root / "src/house/studies").mkdir(parents=True)
    return root / "src"


def test_a_module_beside_the_packages_stops_the_main_process(tmp_path: Path) -> None:
    source = source_of_engine_and_house(tmp_path)
    (source / "cupy").mkdir()
    done = guarded(tmp_path, source=source)
    assert done.returncode == 1
    assert "src/cupy could be imported in place of a module" in done.stderr


def test_a_module_that_comes_beside_the_packages_later_is_not_found(tmp_path: Path) -> None:
    source = source_of_engine_and_house(tmp_path)
    later = f"open({str(source / 'only_here.py')!r}, 'w').close()"
    done = guarded(tmp_path, source=source, after=later)
    assert done.returncode == 0, done.stderr
    assert "found" not in done.stdout


def test_a_module_that_is_loaded_already_is_named(tmp_path: Path) -> None:
    done = guarded(tmp_path, f"sys.path.insert(0, {str(tmp_path)!r}); import wave")
    assert done.returncode == 1
    assert IsolationError.__name__ in done.stderr
    assert f"The module wave was loaded from {tmp_path / 'wave.py'}" in done.stderr


def test_what_is_installed_in_the_checkout_is_found() -> None:
    """As where the environment is ``.venv``; the whole prefix stands for the checkout here."""
    code = (
        "from pathlib import Path; import sys\n"
        f"sys.path.insert(0, {str(SOURCE)!r})\n"
        "from workflow_engine.isolation import guard_main_process\n"
        "import yaml\n"
        "guard_main_process(Path(sys.prefix))\nimport packaging.version"
    )
    subprocess.run([sys.executable, "-P", "-c", code], check=True)
