"""``python -m tests.soak``: random sequences for a number of steps or minutes."""

import argparse
import functools
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.signals import heed_signals
from tests.soak.machine import Workplace, replay, run_sequence


def main(arguments: list[str] | None = None) -> int:
    """Run sequences until steps or minutes are used up; return 1 when a comparison failed."""
    heed_signals()
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=main.__doc__)
    parser.add_argument("--steps", type=int, default=500, help="stop after so many operations")
    parser.add_argument("--minutes", type=float, help="stop after so many minutes instead")
    parser.add_argument("--seed", type=int, help="seed of the first sequence; default: random")
    parser.add_argument("--length", type=int, default=25, help="operations in one sequence")
    parser.add_argument("--folder", type=Path, help="where to work; default: a temporary folder")
    parser.add_argument("--replay", type=Path, help="do the operations of this calls.json instead")
    options = parser.parse_args(arguments)
    first = random.SystemRandom().randrange(10**6) if options.seed is None else options.seed
    folder = Path(tempfile.mkdtemp(prefix="soak-", dir=options.folder))
    start = time.monotonic()
    work = Workplace.create(folder, lambda text: print(text, flush=True))
    if options.replay is not None:
        return _told(lambda: replay(work, json.loads(options.replay.read_text())))
    print(f"seed {first}: the same steps again with --seed {first}", flush=True)

    def goes_on() -> bool:
        if options.minutes is not None:
            return time.monotonic() - start < options.minutes * 60
        return work.steps < options.steps

    number, code = first, 0
    work.goes_on = goes_on
    while goes_on() and code == 0:
        print(f"sequence with seed {number}", flush=True)
        code = _told(functools.partial(run_sequence, work, number, options.length))
        number += 1
    for title, counts in (("operations", work.operations), ("comparisons", work.checks)):
        print(f"{title}: " + ", ".join(f"{n} {name}" for name, n in counts.most_common()))
    minutes = (time.monotonic() - start) / 60
    print(f"{work.steps} steps, {number - first} sequences, {minutes:.1f} minutes, {code} breaks")
    return code


def _told(work: Callable[[], None]) -> int:
    """Do some work; tell a failed comparison and return 1."""
    try:
        work()
    except AssertionError as broken:
        print(f"BREAK\n{broken}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
