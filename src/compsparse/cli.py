"""The command ``compsparse``: audit, trace, claims, compare, plan, costs, run, sync, restore ...

Imports that cost time stand inside the commands that need them: a step must start quickly, and
numerical libraries must not load before the numerics mode is set.
"""

import argparse
import gc
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal

from compsparse import __version__, commands
from workflow_engine import interruption
from workflow_engine.isolation import forget_settings
from workflow_engine.provenance.project import Project, ProjectError
from workflow_engine.reporting import reported

_AGAIN = "COMPSPARSE_AGAIN_WITH_ITS_OWN_CODE"  # set in the process that was started for that


def main(arguments: list[str] | None = None) -> int:
    """Run one command; return the exit code: 0 good, 1 a finding, 2 a wrong call."""
    given = sys.argv[1:] if arguments is None else arguments
    if given[:1] == ["own"]:
        return _own(given[1:], is_process=arguments is None)
    if arguments is None:  # this process is the command
        _end_by_signals()
    options = _parser().parse_args(arguments)
    if getattr(options, "job", None) is None:  # a job has those that it should have
        forget_settings()
        # plans and records are hundreds of thousands of objects, and hardly one is garbage
        gc.set_threshold(100_000)

    def command() -> int:
        project = Project.find()
        if _other_project(project):
            return _again_with_its_own_code(project, arguments)
        return int(options.command(project, options))

    return interruption.finished(reported(command))


def _own(arguments: list[str], *, is_process: bool) -> int:
    """Ask a study about a file of the user's, which needs no project around it."""
    from compsparse.own_data import command, front_door

    if is_process:
        command.run_as_process(lambda: front_door.main(arguments))
    return front_door.main(arguments)


def _end_by_signals() -> None:
    words = interruption.RUN if sys.argv[1:2] == ["run"] else interruption.COMMAND
    if _AGAIN in os.environ or "--job" in sys.argv:
        words = interruption.SILENT  # who started this process says it
    interruption.prepare(words)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="compsparse", description="Audit, trace and judge the results of this project."
    )
    parser.add_argument("--version", action="version", version=f"compsparse {__version__}")
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")

    audit = subparsers.add_parser(
        "audit", help="rehash results and list whatever cannot be trusted"
    )
    audit.add_argument(
        "paths",
        nargs="*",
        type=_path,
        metavar="PATH|RESULT",
        help="a result's id means its files and all that they were made from; default: results/",
    )
    audit.add_argument(
        "--committed",
        action="store_true",
        help="fail on anything that differs from the last commit",
    )
    audit.add_argument(
        "--rebuild",
        nargs="?",
        const=3,
        type=_count,
        metavar="N|all",
        help="make N random jobs (default: 3) again in an empty folder and compare bytes",
    )
    audit.add_argument("--json", action="store_true", help="print JSON")
    audit.set_defaults(command=commands.audit)

    trace = subparsers.add_parser(
        "trace", help="print what a file was made from, down to its seeds"
    )
    trace.add_argument("file", type=_path, metavar="FILE|RESULT")
    trace.add_argument("--json", action="store_true", help="print JSON")
    trace.set_defaults(command=commands.trace)

    cite = subparsers.add_parser("cite", help="print BibTeX for a result and its document")
    cite.add_argument("result", metavar="RESULT")
    cite.set_defaults(command=commands.cite)

    export = subparsers.add_parser(
        "export", help="write a figure as PDF, with its citation and provenance"
    )
    export.add_argument("result", metavar="RESULT")
    export.add_argument("--out", type=Path, default=Path(), help="folder; default: this one")
    export.set_defaults(command=commands.export_alone)

    archive = subparsers.add_parser(
        "archive", help="write results, records and code as a Workflow Run RO-Crate"
    )
    archive.add_argument("result", nargs="?", metavar="RESULT", help="default: all")
    archive.add_argument("--to", type=_path, required=True, metavar="FILE.zip")
    archive.add_argument(
        "--without-data",
        action="store_true",
        help="leave out data, models and figures: records stand for them",
    )
    archive.set_defaults(command=commands.archive)

    claims = subparsers.add_parser("claims", help="print verdicts: counts, or claims in full")
    claims.add_argument(
        "names",
        nargs="*",
        metavar="STUDY|RESULT",
        help="show their claims in full; default: a table of all studies",
    )
    claims.add_argument("--all", action="store_true", help="every claim in full")
    claims.add_argument("--study", action="append", default=[], help="the same as STUDY")
    claims.add_argument(
        "--verdict", action="append", default=[], help="only those that hold, fail, ...; repeatable"
    )
    claims.add_argument(
        "--statement",
        action="append",
        default=[],
        metavar="ID",
        help="only claims that test this statement of the documents; repeatable",
    )
    claims.add_argument(
        "--checks", action="store_true", help="also list checks, which are otherwise only counted"
    )
    claims.add_argument("--json", action="store_true", help="print JSON")
    claims.set_defaults(command=commands.claims)

    subparsers.add_parser("own", help="analyse a table or picture of yours")

    compare = subparsers.add_parser("compare", help="report what changed, by how much and why")
    compare.add_argument("before", metavar="BEFORE", help="git revision or output root")
    compare.add_argument("after", metavar="AFTER", nargs="?", help="default: results/ as it is now")
    compare.add_argument("--study", action="append", default=[], help="only this one; repeatable")
    compare.add_argument(
        "--exact", action="store_true", help="exit with 1 unless all bytes are equal"
    )
    compare.add_argument("--json", action="store_true", help="print JSON")
    compare.set_defaults(command=commands.compare)

    carry = subparsers.add_parser(
        "carry", help="keep replication and worlds across a proven refactoring"
    )
    carry.add_argument("studies", nargs="+", metavar="STUDY")
    carry.add_argument(
        "--of", dest="revision", default="HEAD", metavar="COMMIT", help="default: the last one"
    )
    carry.add_argument(
        "--requests",
        action="store_true",
        help="carry experiments on request too, though their own steps are not proved",
    )
    carry.add_argument(
        "--twin",
        type=_path,
        metavar="CHECKOUT",
        help="a clone of that commit after `make setup`; compares old and new code here",
    )
    carry.set_defaults(command=commands.carry)

    run = subparsers.add_parser("run", help="run one job by hand, as a rule would")
    run.add_argument("study", nargs="?", help="for example factorial")
    run.add_argument("step", nargs="?", help="for example train")
    run.add_argument("wildcards", nargs="*", metavar="NAME=VALUE")
    run.add_argument("--out", type=_path, default=Path("results"), help="output root")
    run.add_argument("--job", help=argparse.SUPPRESS)  # the rule's way: the job as JSON
    run.set_defaults(command=commands.run)

    planned = subparsers.add_parser("plan", help="estimate what a run costs")
    planned.add_argument("studies", nargs="*", metavar="STUDY", help="default: all")
    planned.add_argument("--scale", help="default: every scale")
    planned.add_argument("--cores", type=int, help="default: this machine's")
    planned.add_argument("--calibrate", action="store_true", help="scale by this machine's speed")
    planned.add_argument("--kinds", action="store_true", help="what was extrapolated, by kind")
    planned.add_argument("--json", action="store_true", help="print JSON")
    planned.set_defaults(command=commands.plan)

    costs = subparsers.add_parser("costs", help="print the measured costs of the last runs")
    costs.add_argument("--out", type=_path, default=Path("results"), help="output root")
    costs.add_argument("--write", action="store_true", help="store them in workflow/costs")
    costs.set_defaults(command=commands.costs)

    sync = subparsers.add_parser(
        "sync", help="set file times so that Snakemake and DVC see what holds"
    )
    sync.set_defaults(command=commands.sync)

    restore = subparsers.add_parser("restore", help="bring back what a sweep moved to the trash")
    restore.add_argument("date", nargs="?", metavar="DATE", help="default: the newest")
    restore.add_argument("--list", action="store_true", help="only list what is in the trash")
    restore.add_argument("--out", type=_path, default=Path("results"), help="output root")
    restore.set_defaults(command=commands.restore)

    sweep = subparsers.add_parser(
        "sweep", help="move the files of a switched-off study to the trash"
    )
    sweep.add_argument("study", metavar="STUDY")
    sweep.add_argument("--out", type=_path, default=Path("results"), help="output root")
    sweep.set_defaults(command=commands.sweep)

    docs = subparsers.add_parser("docs", help="write the generated parts of README and docs")
    docs.add_argument(
        "--check", action="store_true", help="write nothing; exit 1: stale, 2: refused"
    )
    docs.set_defaults(command=commands.docs)

    site = subparsers.add_parser("site", help="write all results as a web site that opens offline")
    site.add_argument("--out", type=_path, default=Path("site"), help="folder; default: site")
    site.add_argument(
        "--archive", type=_path, help="also pack it into this zip file, the same bytes each time"
    )
    site.set_defaults(command=commands.site)
    return parser


class _Parser(argparse.ArgumentParser):
    """A parser that names the nearest command."""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            from workflow_engine.provenance.names import nearest

            close = nearest(str(value), map(str, action.choices or ()))
            raise argparse.ArgumentError(action, f"{error.message}.{close}") from None


def _path(text: str) -> Path:
    """Return a path of the command line that the file system can at least be asked about."""
    try:
        Path(text).resolve().exists()
    except (OSError, RuntimeError, ValueError) as error:  # too long a name, a loop of links
        reason = getattr(error, "strerror", None) or str(error)
        raise argparse.ArgumentTypeError(f"{text[:60]!r} cannot be looked at ({reason})") from None
    return Path(text)


def _count(text: str) -> int | Literal["all"]:
    """Return how many jobs ``--rebuild`` asks for."""
    if text == "all":
        return "all"
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(
            f"the value is {text[:60]!r}; allowed: a whole number from 1, or all. Put paths "
            "before --rebuild or after its number"
        )
    return int(text)


def _other_project(project: Project) -> bool:
    """Say whether this code belongs to another checkout than the one it is asked about."""
    return not Path(__file__).resolve().is_relative_to(project.src.resolve())


def _again_with_its_own_code(project: Project, arguments: list[str] | None) -> int:
    command = [sys.executable, "-m", "compsparse", *(arguments or sys.argv[1:])]
    if _AGAIN in os.environ:
        raise ProjectError(
            f"{project.src} cannot be imported from: it leads to {Path(__file__).resolve().parent}."
            " Work in a checkout whose src folder holds its own files, not links to others."
        )
    environment = os.environ | {
        "PYTHONPATH": str(project.src),
        "PYTHONSAFEPATH": "1",  # the code of src, not what lies in the current folder
        _AGAIN: "1",
    }
    return subprocess.run(command, env=environment, check=False).returncode
