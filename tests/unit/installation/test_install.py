"""A file whose hash is not the locked one stops the installation. Nothing is installed here."""

import hashlib
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

INSTALLATION = Path(__file__).resolve().parents[3] / "installation"
WHEEL = "setuptools-1.0-py3-none-any.whl"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a project whose only locked package is a wheel beside it."""
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
    return root


def install(project: Path, sha256: str, only_here: dict[str, str]) -> str:
    """Run the installation with this hash in the lock; return what it says when it stops."""
    text = f"setuptools==1.0 \\\n    --hash=sha256:{sha256}\n"
    (project / "requirements.lock").write_text(text)
    pip = {
        "PIP_DRY_RUN": "1",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(project),
        "PIP_CONFIG_FILE": "/dev/null",
        "PIP_BREAK_SYSTEM_PACKAGES": "1",
    }
    ended = subprocess.run(
        [str(project / "installation" / "install.sh"), sys.executable],
        env=only_here | pip,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode != 0
    return ended.stderr


@pytest.mark.usefixtures("program")
def test_a_file_with_another_hash_stops_the_installation(
    project: Path, only_here: dict[str, str]
) -> None:
    right = hashlib.sha256((project / WHEEL).read_bytes()).hexdigest()
    wrong = right[:-1] + ("0" if right[-1] != "0" else "1")
    text = install(project, wrong, only_here)
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in text
    assert "torch" not in text
    text = install(project, right, only_here)
    assert "DO NOT MATCH" not in text
    assert "torch" in text  # it came as far as the next step, which finds none here
