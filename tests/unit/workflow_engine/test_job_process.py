"""The process of a job imports the project's packages, and nothing else that lies in ``src``."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from workflow_engine.isolation import job_command, job_environment

ENGINE = Path(__file__).resolve().parents[3] / "src/workflow_engine"
# Python's own, of its start and of later; of the set-up of site packages; an installed one; neither
SHADOWS = ("encodings", "json", "wave", "sitecustomize", "usercustomize", "yaml", "only_here")
LOOK = """
import json
import sys
import wave

import yaml

try:
    import only_here
except ModuleNotFoundError:
    pass
from house import fact

files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
print(json.dumps({"arguments": sys.argv[1:], "files": files, "fact": fact.FACT}))
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project of which ``src`` has modules with other modules' names."""
    source = tmp_path / "src"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ENGINE, source / "workflow_engine", ignore=ignored)
    (source / "house/studies").mkdir(parents=True)
    for name, text in (("__init__", ""), ("fact", "FACT = 3"), ("look", LOOK)):
        (source / f"house/{name}.py").write_text(text)
    for name in SHADOWS:
        (source / f"{name}.py").write_text("raise RuntimeError('shadow')")
    return tmp_path


@pytest.mark.parametrize("folder", [".", "src", "src/workflow_engine"])
def test_a_job_finds_the_packages_alone(root: Path, folder: str) -> None:
    outer = os.environ | {"PYTHONPATH": str(root / "src")}
    done = subprocess.run(
        job_command(root, "house.look", "a", "--b"),
        cwd=root / folder,
        env=job_environment(outer, root),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["arguments"] == ["a", "--b"] and seen["fact"] == 3
    source = str(root / "src")
    ours = {name for name, file in seen["files"].items() if file and file.startswith(source)}
    assert {name.partition(".")[0] for name in ours} == {"__main__", "house", "workflow_engine"}
