"""Nothing of the user's own set-up reaches a result: modules, variables, engines' configuration."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.workflow.project import ToyProject

# loaded early and late, by Snakemake, by the runner and by format writers
SHADOWED = ("json", "numpy", "random", "resource", "selectors", "types", "zipfile")


@pytest.fixture
def bare(built: ToyProject, tmp_path: Path) -> ToyProject:
    """The toy project without results, as somebody would have cloned it."""
    keep_out = shutil.ignore_patterns("results", ".snakemake", ".dvc", ".git")
    shutil.copytree(built.root, tmp_path / "bare", ignore=keep_out)
    return ToyProject(tmp_path / "bare")


def shadow(folder: Path, marks: Path) -> None:
    """Put modules with names of others into a folder; each leaves a mark when it is imported."""
    marks.mkdir(exist_ok=True)
    for name in SHADOWED:
        mark = str(marks / f"{folder.name}_{name}")
        (folder / f"{name}.py").write_text(f"open({mark!r}, 'w')\nraise RuntimeError('shadow')\n")


def test_modules_in_the_checkout_are_never_imported(
    bare: ToyProject, built: ToyProject, tmp_path: Path
) -> None:
    marks = tmp_path / "marks"
    for folder in (bare.root, bare.root / "workflow", bare.root / "workflow/rules"):
        shadow(folder, marks)
    bare.snakemake()
    assert bare.contents() == built.contents()
    assert bare.planned() == {}
    # in a process of its own
    bare.run("compsparse", "run", "beta", "train", "rate=4")
    assert bare.contents() == built.contents()
    assert list(marks.iterdir()) == []


def test_modules_on_the_users_own_path_reach_no_job(
    bare: ToyProject, built: ToyProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Python itself imports at its start the main process cannot help; jobs can."""
    folder = tmp_path / "own"
    folder.mkdir()
    for name in ("sitecustomize", "usercustomize"):
        # a job is what has this word in its command
        (folder / f"{name}.py").write_text(
            "import sys\nif 'compsparse' in ' '.join(sys.orig_argv):\n"
            f"    open({str(tmp_path / 'reached')!r}, 'a').write(' '.join(sys.orig_argv) + '\\n')\n"
        )
    path = os.pathsep.join([str(bare.root / "src"), str(folder)])
    monkeypatch.setattr(ToyProject, "environment", bare.environment | {"PYTHONPATH": path})
    bare.run(sys.executable, "-m", "snakemake", "--cores", "2")
    assert bare.contents() == built.contents()
    assert not (tmp_path / "reached").exists()


def test_modules_beside_the_packages_are_refused_by_name(toy: ToyProject) -> None:
    before = toy.contents()
    (toy.root / "src/cupy").mkdir()
    (toy.root / "src/sitecustomize.py").touch()
    refusal = "src/cupy, src/sitecustomize.py could be imported in place of a module of Python"
    for command in (
        ("snakemake", "--cores", "2"),
        ("compsparse", "run", "beta", "train", "rate=4"),
    ):
        done = toy.run(*command, check=False)
        assert done.returncode and refusal in done.stdout and "Traceback" not in done.stdout
    assert toy.contents() == before
    code, failures = toy.audit()
    named = {path: reason for path, reason in failures if path.startswith("src/")}
    assert code == 1 and named.keys() == {"src/cupy", "src/sitecustomize.py"}
    assert all(reason.startswith("module: could be imported") for reason in named.values())


NAMELESS = ("unshare", "-U", "--map-user=54321", "--map-group=54321")


def test_a_user_without_a_name_can_run_it(bare: ToyProject, built: ToyProject) -> None:
    """As in a container that runs as a number."""
    if sys.platform != "linux" or subprocess.run([*NAMELESS, "true"], check=False).returncode:
        pytest.skip("no other user can be had here")
    names = [word for name in ("USER", "LOGNAME", "LNAME", "USERNAME") for word in ("-u", name)]
    bare.run("env", *names, *NAMELESS, "snakemake", "--cores", "2")
    assert bare.contents() == built.contents()


@pytest.mark.parametrize("command", [("snakemake", "--cores", "2"), ("compsparse", "audit")])
def test_settings_of_libraries_stop_no_command(
    toy: ToyProject, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    """Numpy refuses to be imported under these; the plan of a study may import it."""
    toy.edit(
        "src/compsparse/studies/beta/plan.py", 'STUDY = "beta"', 'import numpy; STUDY = "beta"'
    )
    before = toy.contents()
    monkeypatch.setenv("NPY_ENABLE_CPU_FEATURES", "NONSENSE")
    monkeypatch.setenv("OMP_NUM_THREADS", "nonsense")
    toy.run(*command)
    assert toy.contents() == before


def test_snakemake_needs_no_active_environment(bare: ToyProject, built: ToyProject) -> None:
    """``.venv/bin/snakemake`` where PATH has no python at all."""
    tools = bare.root / ".tools"
    tools.mkdir()
    for name in ("bash", "sh", "env", "cat", "rm"):
        (tools / name).symlink_to(str(shutil.which(name)))
    done = subprocess.run(
        [str(Path(sys.executable).with_name("snakemake")), "--cores", "2"],
        cwd=bare.root,
        env=bare.environment | {"PATH": str(tools)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert bare.contents() == built.contents()


def test_a_temporary_folder_with_a_long_name_costs_nothing(
    bare: ToyProject, built: ToyProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("long" * 30)
    long.mkdir()
    monkeypatch.setenv("TMPDIR", str(long))
    text = bare.snakemake()
    assert "Traceback" not in text
    assert bare.contents() == built.contents()
    assert list(long.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rate=4", "rate=4"], "'rate' is given twice"),
        (["rate=4", "rate=5"], "'rate' is given twice"),
        (["rate"], "'rate' is not of the form NAME=VALUE"),
        (["rate=4", "=4"], "'=4' is not of the form NAME=VALUE"),
    ],
)
def test_a_job_by_hand_is_asked_for_in_one_way(
    toy: ToyProject, words: list[str], said: str
) -> None:
    done = toy.run("compsparse", "run", "beta", "train", *words, check=False)
    assert done.returncode == 2
    assert said in done.stdout and "Traceback" not in done.stdout


PROFILES = {
    "scale": "config: [scale=smoke]\n",
    "triggers": "rerun-triggers: [params, code, input, mtime]\nforceall: false\n",
    "dry_run": "dry-run: true\n",
    "touch": "touch: true\n",
}


@pytest.mark.dear
@pytest.mark.parametrize(
    "profile",
    PROFILES,
)
def test_a_users_own_profile_of_snakemake_lets_dvc_record_no_lie(
    toy: ToyProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, profile: str
) -> None:
    folder = tmp_path / "profile"
    folder.mkdir()
    (folder / "config.yaml").write_text(PROFILES[profile])
    toy.edit("params.yaml", "clip: 60", "clip: 50")
    with monkeypatch.context() as context:
        context.setenv("SNAKEMAKE_PROFILE", str(folder))
        toy.repro()
    assert toy.contents() == toy.from_scratch(tmp_path / "scratch")
    assert toy.audit()[1] == []


@pytest.mark.dear
def test_a_users_own_dvc_configuration_does_not_win(
    toy: ToyProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "global").mkdir()
    (tmp_path / "global/config").write_text(
        "[core]\n    autostage = true\n[cache]\n    type = symlink\n"
    )
    monkeypatch.setenv("DVC_GLOBAL_CONFIG_DIR", str(tmp_path / "global"))
    toy.edit("params.yaml", "clip: 60", "clip: 50")
    toy.repro()
    assert not [path for path in (toy.root / "results").rglob("*") if path.is_symlink()]
    assert toy.run("git", "diff", "--cached", "--name-only").stdout == ""
    assert toy.contents() == toy.from_scratch(tmp_path / "scratch")
    assert toy.audit()[1] == []
