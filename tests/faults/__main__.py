"""End steps, servers, Snakemake and DVC at random instants, and run again after each.

    python -m tests.faults --kills 100 --seed 0

Each kill is one of SIGKILL, SIGTERM, SIGINT (Ctrl-C) and SIGHUP. By one that can be caught, sent to
Snakemake or to all, a run must end within ten seconds, with one sentence and no process left; time
in which processes wait for a processor does not count.
After every kill each file under results/ must have its old bytes, its new bytes, or be absent, and
the next run must complete with the bytes of a build from scratch. A kill that finds no such process
any more does not count. The first broken promise ends the campaign with exit code 1.
"""

import argparse
import random
import signal
import statistics
import sys
import tempfile
from pathlib import Path

from tests.faults.kills import COMMANDS, BrokenPromiseError, Campaign, Kill, slow_down
from tests.faults.processes import GENTLE, VICTIMS
from tests.signals import heed_signals
from tests.workflow.project import ToyProject

_TRIES = 3  # for each kill that is asked for


def built(root: Path) -> ToyProject:
    """Make a toy project whose jobs take a while, build it, record and commit it."""
    project = ToyProject.create(root)
    slow_down(project)
    project.repro()
    project.commit("results")
    return project


def main() -> int:
    """Run a campaign; print a line for each kill and a table at the end."""
    heed_signals()
    parser = argparse.ArgumentParser(description="Kill at random instants and run again.")
    parser.add_argument("--kills", type=int, default=100, help="how many that hit")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if sys.platform != "linux":
        print("The processes of a run are found in /proc, which only Linux has.", file=sys.stderr)
        return 2
    draw = random.Random(options.seed)
    done: list[Kill] = []
    with tempfile.TemporaryDirectory(prefix="compsparse-kills-") as folder:
        campaign = Campaign(built(Path(folder) / "project"), Path(folder) / "scratch")
        for tried in range(_TRIES * options.kills):
            if len(done) == options.kills:
                break
            command = draw.choice(sorted(COMMANDS))
            # servers leave other signals to Snakemake, and a job that is sent one alone just fails
            number = draw.choice([*[signal.SIGKILL] * len(GENTLE), *GENTLE])
            victims = VICTIMS if number == signal.SIGKILL else ("snakemake", "all")
            victim = draw.choice([v for v in victims if v != "dvc" or command == "dvc"])
            try:
                seen = campaign.kill(command, victim, draw, number)
            except BrokenPromiseError as broken:
                print(f"BROKEN after try {tried}, {number.name} of {victim} in {command}: {broken}")
                return 1
            if seen is not None:
                done.append(seen)
                print(f"{len(done):4} {_line(seen)}", flush=True)
        left = campaign.leftovers()
    _summary(done)
    if left:
        print(f"These processes do not end: {left}")
    return int(bool(left) or len(done) < options.kills)


def _line(seen: Kill) -> str:
    lock = "; dvc.lock was cut off and taken from git" if seen.repaired_lock else ""
    ended = "" if seen.ended is None else f"; all over {seen.ended:.2f} s later, with a sentence"
    return (
        f"{seen.number.name} to {seen.victim} of {seen.command} after {seen.seconds:.2f} s: "
        f"{seen.old} files old, {seen.new} new, {seen.absent} absent; "
        f"the next run completes{lock}{ended}"
    )


def _summary(done: list[Kill]) -> None:
    print(f"{len(done)} kills: no file was half written, every next run gave the right bytes.")
    for victim in VICTIMS:
        of_it = [seen for seen in done if seen.victim == victim]
        if of_it:
            absent = statistics.mean(seen.absent for seen in of_it)
            locks = sum(seen.repaired_lock for seen in of_it)
            print(
                f"  {victim:10} {len(of_it):4} kills, on average {absent:.1f} files absent, "
                f"{locks} times dvc.lock taken from git"
            )
    for number in (signal.SIGKILL, *GENTLE):
        of_it = [seen for seen in done if seen.number == number]
        ended = [seen.ended for seen in of_it if seen.ended is not None]
        told = (
            f", {len(ended)} ended runs with one sentence, within {max(ended):.2f} s"
            if ended
            else ""
        )
        print(f"  {number.name:10} {len(of_it):4} kills{told}")


if __name__ == "__main__":
    sys.exit(main())
