"""What the benchmarks of all studies share: CPU times, and workers in a numerics mode."""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from workflow_engine.numerics import MODES, PORTABLE, environment_variables

ROOT = Path(__file__).parents[1]


def printed(mode: str, *arguments: str) -> Any:
    """Run Python with these arguments under a numerics mode and return the JSON it prints."""
    inherited = {name: value for name, value in os.environ.items() if name not in PORTABLE}
    path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    environment = {**inherited, **environment_variables(mode), "PYTHONPATH": path}
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    return json.loads(done.stdout)


def worker(module: str, mode: str, *arguments: str) -> Any:
    """Run a module in its own process under a numerics mode and return the JSON it prints."""
    return printed(mode, "-m", module, *arguments)


def in_rounds(module: str) -> Callable[[str, bool], Any]:
    """Return what measures a worker that takes a number of rounds and the seconds of each."""

    def measure(mode: str, quick: bool) -> Any:
        rounds, seconds = ("3", "0.2") if quick else ("9", "0.5")
        return worker(module, mode, rounds, seconds)

    return measure


def from_command_line(
    description: str, measure: Callable[[str, bool], Any], show: Callable[[str, Any], None]
) -> None:
    """Read the command line, measure in each mode, print, and write JSON where asked.

    Args:
        description: what is timed.
        measure: of a mode, and whether fewer and shorter rounds are wanted; returns JSON.
        show: prints what was measured in a mode.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--numerics", choices=MODES, help="one mode instead of both")
    parser.add_argument("--json", type=Path, help="file to write the measurements to")
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    arguments = parser.parse_args()
    modes = [arguments.numerics] if arguments.numerics else list(MODES)
    results = {mode: measure(mode, arguments.quick) for mode in modes}
    for mode, result in results.items():
        show(mode, result)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n")


def cpu_seconds(function: Callable[[], object], repetitions: int) -> float:
    """Return the CPU time of one call."""
    start = time.process_time()
    for _ in range(repetitions):
        function()
    return (time.process_time() - start) / repetitions


def interleaved(
    calls: Mapping[str, Callable[[], object]], rounds: int, seconds: float
) -> dict[str, list[float]]:
    """Return CPU seconds of a call, by name and round; rounds go through all calls in turn.

    Args:
        calls: what is timed, by name.
        rounds: how many times.
        seconds: about how long each call is repeated in a round.
    """
    repetitions = {}
    for name, call in calls.items():
        call()
        repetitions[name] = max(1, round(seconds / cpu_seconds(call, 2)))
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            times[name].append(cpu_seconds(call, repetitions[name]))
    return times


def ratio(own: list[float], peer: list[float]) -> dict[str, float]:
    """Return median and extremes of the peer's times over this project's, round by round."""
    ratios = [theirs / ours for ours, theirs in zip(own, peer, strict=True)]
    return {
        "ratio": statistics.median(ratios),
        "smallest_ratio": min(ratios),
        "largest_ratio": max(ratios),
    }
