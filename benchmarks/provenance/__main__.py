"""Time sync and audit on an output root of 500 records and 2,000 files, or of more.

    python -m benchmarks.provenance [--records 500] [--rounds 9] [--json FILE] [--quick]

The root is made up, in a temporary folder that git and dvc.lock know: one study of so many jobs in
a chain, each with four files of 20 kB. CPU time, that of processes they start included; the ratio
is to `hashlib`'s sha256 of the same bytes, taken in the same round, and is the median over rounds.
The files were read before, so the disk takes no part. Sync is measured on files whose times are as
it left them (`sync`) and on files whose times it has to set, as after `git checkout` and `dvc pull`
(`sync, all times wrong`).
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "compsparse"

PLAN = '''"""Jobs in a chain, four files each."""

from compsparse.studies.chain.settings import Settings

from workflow_engine.provenance.job import Job


def jobs(settings, root_seed, scale):
    """Return the jobs."""
    def files(number):
        return {name: f"chain/data/{number}_{name}.json" for name in "abcd"}

    return [
        Job(
            study="chain",
            step="generate",
            module="compsparse.studies.chain.generate",
            wildcards={"number": str(number)},
            params={"number": number, "root_seed": root_seed},
            inputs=files(number - 1) if number else {},
            outputs=files(number),
        )
        for number in range(settings.count)
    ]
'''
SETTINGS = '''"""Parameters of the made up study."""

from workflow_engine.validation.strict_model import StrictModel


class Settings(StrictModel):
    """How many jobs."""

    count: int
'''
STEP = '''"""Does nothing: files and records are written by the benchmark."""

from workflow_engine.steps import Inputs, Outputs


def run(inputs: Inputs) -> Outputs:
    """Return nothing."""
    return {}
'''


def project(root: Path, records: int) -> None:
    """Write a project with this repository's engine and one made up study."""
    ignored = shutil.ignore_patterns("studies", "__pycache__")
    for name in ("compsparse", "workflow_engine"):
        shutil.copytree(SOURCE.parent / name, root / "src" / name, ignore=ignored)
    study = root / "src/compsparse/studies/chain"
    study.mkdir(parents=True)
    shutil.copy(SOURCE / "studies/__init__.py", study.parent)
    for name, text in (("plan", PLAN), ("settings", SETTINGS), ("generate", STEP)):
        (study / f"{name}.py").write_text(text)
    (study / "__init__.py").write_text('"""A made up study."""\n')
    (root / "Snakefile").write_text("")
    shutil.copy(ROOT / "constraints.txt", root)
    (root / "params.yaml").write_text(
        "scale: default\nroot_seed: 0\nnumerics: portable\nstudies: [chain]\n"
        f"chain:\n  count: {records}\n"
    )


def measure(records: int, rounds: int) -> Any:
    """Return the times of all rounds, measured in a process that has the copy's engine."""
    with tempfile.TemporaryDirectory(prefix="compsparse-bench-") as folder:
        root = Path(folder) / "project"
        project(root, records)
        path = os.pathsep.join([str(root / "src"), str(ROOT)])
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.provenance.worker", str(rounds)],
            cwd=root,
            env=os.environ | {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
    return json.loads(done.stdout)


def show(result: Any) -> None:
    """Print one table."""
    print(
        f"{result['records']} records, {result['files']} files, {result['bytes'] / 1e6:.0f} MB; "
        f"sha256 of all with hashlib: {result['hashing_seconds']:.3f} s of CPU"
    )
    print(f"{'what':24} {'CPU seconds':>12} {'ratio to hashing':>22}")
    for name, case in result["cases"].items():
        spread = f"{case['ratio']:.1f} ({case['smallest_ratio']:.1f}-{case['largest_ratio']:.1f})"
        print(f"{name:24} {case['seconds']:12.3f} {spread:>22}")


def main() -> None:
    """Read the command line, measure, print, and write JSON where asked."""
    parser = argparse.ArgumentParser(description="Time sync and audit.")
    parser.add_argument("--json", type=Path, help="file to write the measurements to")
    parser.add_argument("--quick", action="store_true", help="fewer records and rounds")
    parser.add_argument("--records", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=9)
    asked = parser.parse_args()
    result = measure(50, 3) if asked.quick else measure(asked.records, asked.rounds)
    show(result)
    if asked.json:
        asked.json.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
