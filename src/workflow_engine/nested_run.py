"""Run Snakemake for some files of an output root below that of the run that asks.

Studies are done again so: at other root seeds, and in other worlds. What is valid in such a root is
not done again.
"""

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from workflow_engine.configuration.output_folder import SCRATCH

_FEW = 20  # files that a log names
CORES = "COMPSPARSE_CORES"  # how many the rule has; decides no bytes


def seed_root(out: Path, scale: str, root_seed: int) -> Path:
    """Return the output root of a study at another root seed."""
    return out / SCRATCH / f"{scale}-seed{root_seed}"


def world_root(out: Path, scale: str, study: str, world: str) -> Path:
    """Return the output root of a world."""
    return out / SCRATCH / f"{scale}-world-{study}-{world}"


def run_nested(
    root: Path,
    files: Iterable[str],
    scale: str,
    root_seed: int,
    assigned: Iterable[str] = (),
    options: Iterable[str] = (),
    folder: Path | None = None,
    python: str = sys.executable,
    environment: Mapping[str, str] | None = None,
) -> int:
    """Bring files of an output root up to date; return Snakemake's exit code.

    What it tells goes to the stream of errors, which is the log of the job that asks.

    Args:
        root: the output root.
        files: relative to it.
        scale: for ``--config``.
        root_seed: likewise.
        assigned: what is set, as ``--config`` takes it.
        options: of Snakemake.
        folder: of the project, unless it is the current one.
        python: of the environment in which the project is installed.
        environment: variables of the process; those of this one unless given.
    """
    # -P: no module of the current folder stands for one of the environment
    targets = [str(root / file) for file in files]
    settings = ["--cores", os.environ.get(CORES, "all"), *options]
    settings += ["--config", f"scale={scale}", f"root_seed={root_seed}", f"out={root}", *assigned]
    command = [python, "-P", "-m", "snakemake", *targets, *settings]
    few = targets if len(targets) <= _FEW else [*targets[:1], f"(and {len(targets) - 1} more)"]
    print(" ".join(["snakemake", *few, *settings]), file=sys.stderr, flush=True)
    # 2: the stream of errors
    done = subprocess.run(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=2, check=False
    )
    return done.returncode
