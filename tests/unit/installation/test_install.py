"""Which tool installs what, and what stops the installation. Nothing is installed here."""

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from clear_halves import halves

from tests.unit.installation.conftest import Write

INSTALLATION = Path(__file__).resolve().parents[3] / "installation"
WHEEL = "setuptools-1.0-py3-none-any.whl"
UNREACHABLE = "echo 'error: Failed to fetch' >&2; exit 2"


@dataclass
class Project:
    """A project whose only locked package is a wheel beside it, on a machine of its own."""

    root: Path
    environment: dict[str, str]
    program: Write

    def install(self, python: str, *build: str) -> tuple[str, str]:
        """Run the installation; return what it says and what it complains of."""
        done = subprocess.run(
            [str(self.root / "installation" / "install.sh"), python, *build],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode != 0  # torch is nowhere to be had, or nothing was installed
        return done.stdout, done.stderr

    def lock(self, sha256: str) -> None:
        """Write the lock with this hash of the package's file."""
        text = f"setuptools==1.0 \\\n    --hash=sha256:{sha256}\n"
        (self.root / "installation/requirements.lock").write_text(text)

    def uv(self, *cases: str) -> None:
        """Put a uv on the path: it knows torch's builds, notes its calls and answers by cases."""
        self.program(
            "uv",
            'case "$*" in *--help*) echo --torch-backend; exit;; esac\n'
            f'echo "uv $*" >> {self.root}/calls\n'
            f'case "$*" in {" ".join(cases)} esac',
        )

    def python(self, pip: str) -> str:
        """Return an interpreter of an empty environment, with this in the place of its pip."""
        return str(
            self.program(
                "python",
                'case "$*" in\n'
                f'"-m pip "*) {pip};;\n'
                "*clear_halves*|*compile_imports*) exit;; *metadata.version*) exit 1;;\n"
                f"*sys.prefix*) echo {self.root}/prefix;; *sys.executable*) echo $0;;\n"
                "*) exit 1;; esac",
            )
        )

    def true_pip(self) -> str:
        """Return an interpreter with the pip of this one, which is told to install nothing."""
        return self.python(f'exec "{sys.executable}" "$@"')

    def pip_finding(self, builds: str) -> str:
        """Return an interpreter whose pip notes its calls and finds these packages."""
        report = json.dumps({"install": [{"metadata": {"name": name}} for name in builds.split()]})
        return self.python(
            f'echo "pip $*" >> {self.root}/calls\n'
            "  while [ $# -gt 0 ]; do case $1 in --report) "
            f"echo '{report}' > \"$2\";; esac; shift; done"
        )

    @property
    def calls(self) -> list[str]:
        """What uv and pip were called with."""
        return (self.root / "calls").read_text().splitlines()


@pytest.fixture
def project(tmp_path: Path, only_here: dict[str, str], program: Write) -> Project:
    """Return a project without an index."""
    root = tmp_path / "project"
    shutil.copytree(INSTALLATION, root / "installation")
    folder = "setuptools-1.0.dist-info"
    with zipfile.ZipFile(root / WHEEL, "w") as wheel:
        wheel.writestr(
            f"{folder}/METADATA", "Metadata-Version: 2.1\nName: setuptools\nVersion: 1.0\n"
        )
        wheel.writestr(
            f"{folder}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{folder}/RECORD", "")
    (root / "constraints.txt").write_text("torch==0.0.0\n")
    pip = {
        "PIP_DRY_RUN": "1",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(root),
        "PIP_CONFIG_FILE": "/dev/null",
        "PIP_BREAK_SYSTEM_PACKAGES": "1",
    }
    made = Project(root, only_here | pip, program)
    made.lock(hashlib.sha256((root / WHEEL).read_bytes()).hexdigest())
    return made


@pytest.mark.dear
def test_without_uv_pip_verifies_and_another_hash_stops_the_installation(project: Project) -> None:
    said, complaint = project.install(project.true_pip())
    assert "uv is not to be had here; pip takes its place." in said
    assert "torch 0.0.0, the CPU build." in said  # it came as far, and none is to be had
    assert "DO NOT MATCH" not in complaint and "torch" in complaint
    project.lock("0" * 64)
    said, complaint = project.install(project.true_pip())
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in complaint
    assert "torch" not in said + complaint


def test_uv_is_asked_for_the_cpu_build_and_pip_for_nothing(project: Project) -> None:
    project.uv()
    said, _ = project.install(project.pip_finding("torch"))
    assert [line.removeprefix("install: ") for line in said.splitlines()] == [
        "the packages of installation/requirements.lock, each file verified by its hash.",
        "torch 0.0.0, the CPU build.",
        "the project itself, without dependencies.",
        "compiling what runs import.",
    ]
    assert not [call for call in project.calls if call.startswith("pip")]
    backend, packages, question, torch, editable = project.calls
    assert all("--require-hashes --no-deps --reinstall" in call for call in (backend, packages))
    assert packages.endswith("--no-build-isolation -r installation/requirements.lock")
    assert "--dry-run --torch-backend cpu --no-deps torch==0.0.0" in question
    assert torch.endswith("--torch-backend cpu --no-deps --reinstall-package torch torch==0.0.0")
    assert editable.endswith("--no-deps --no-build-isolation -e .")


def test_a_hash_that_uv_refuses_is_not_taken_to_pip(project: Project) -> None:
    project.uv("*requirements.lock) echo 'error: Hash mismatch for x' >&2; exit 1;;")
    said, complaint = project.install(project.pip_finding("torch"))
    assert "Hash mismatch for x" in complaint and "torch" not in said
    assert not [call for call in project.calls if call.startswith("pip")]


@pytest.mark.parametrize(
    ("found", "warned"), [("torch", False), ("torch nvidia-cublas cuda-toolkit", True)]
)
def test_out_of_reach_of_cpu_builds_pip_takes_what_it_finds_after_one_sentence(
    project: Project, found: str, warned: bool
) -> None:
    project.uv(f"*--torch-backend*) {UNREACHABLE};;")
    said, _ = project.install(project.pip_finding(found))
    assert "uv could not (Failed to fetch); pip tries." in said
    assert ("pip finds only the CUDA build of torch, several gigabytes" in said) is warned
    by_pip = [call for call in project.calls if call.startswith("pip")]
    # nothing is downloaded before the sentence
    assert ["--dry-run" in call for call in by_pip] == [True, False, False]
    assert all(call.endswith(" torch") for call in by_pip)


def test_the_cuda_build_is_verified_by_its_hashes_when_asked_for(project: Project) -> None:
    project.uv()
    project.install(project.pip_finding("torch"), "cuda")
    torch = project.calls[2]
    assert torch.endswith("--require-hashes --no-deps --reinstall -r installation/torch.lock")


def test_where_pip_has_to_give_the_cuda_build_nothing_is_asked(project: Project) -> None:
    project.uv(f"*torch.lock) {UNREACHABLE};;")
    said, _ = project.install(project.pip_finding("torch nvidia-cublas"), "cuda")
    assert [call for call in project.calls if "--dry-run" in call] == []
    assert "gigabytes" not in said


@pytest.mark.parametrize("builds", [("rocm",), ("cpu", "cuda")])
def test_another_build_is_refused(project: Project, builds: tuple[str, ...]) -> None:
    assert "[cpu|cuda]" in project.install(sys.executable, *builds)[1]


def test_half_installed_packages_are_found(tmp_path: Path) -> None:
    for name in ("whole-1.dist-info/RECORD", "half-1.dist-info/METADATA", "~umpy/x.py", "numpy/x"):
        path = tmp_path / name
        path.parent.mkdir()
        path.touch()
    assert [path.name for path in halves(tmp_path)] == ["half-1.dist-info", "~umpy"]
