"""What the benchmarks of all studies share: CPU times, and workers in a numerics mode."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from compsparse.numerics import PORTABLE, environment_variables

ROOT = Path(__file__).parents[1]


def worker(module: str, mode: str, *arguments: str) -> Any:
    """Run a module in its own process under a numerics mode and return the JSON it prints."""
    inherited = {name: value for name, value in os.environ.items() if name not in PORTABLE}
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    environment = {**inherited, **environment_variables(mode), "PYTHONPATH": path}
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    return json.loads(done.stdout)


def cpu_seconds(function: Callable[[], object], repetitions: int) -> float:
    """Return the CPU time of one call."""
    start = time.process_time()
    for _ in range(repetitions):
        function()
    return (time.process_time() - start) / repetitions


def ratio(own: list[float], peer: list[float]) -> dict[str, float]:
    """Return median and extremes of the peer's times over this project's, round by round."""
    ratios = [theirs / ours for ours, theirs in zip(own, peer, strict=True)]
    return {
        "ratio": statistics.median(ratios),
        "smallest_ratio": min(ratios),
        "largest_ratio": max(ratios),
    }
