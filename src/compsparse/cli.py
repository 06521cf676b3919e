"""The command ``compsparse``: audit, trace, claims, compare, plan, costs, run, sync, docs.

Imports that cost time stand inside the commands that need them: a step must start quickly, and
numerical libraries must not load before the numerics mode is set.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from compsparse.provenance.project import Project, ProjectError

if TYPE_CHECKING:
    from compsparse.provenance.job import Job

_AGAIN = "COMPSPARSE_AGAIN_WITH_ITS_OWN_CODE"  # set in the process that was started for that


def main(arguments: list[str] | None = None) -> int:
    """Run one command; return the exit code: 0 good, 1 a finding, 2 a wrong call."""
    options = _parser().parse_args(arguments)

    def command() -> int:
        project = Project.find()
        if _other_project(project):
            return _again_with_its_own_code(project, arguments)
        return int(options.command(project, options))

    return reported(command)


def reported(work: Callable[[], int]) -> int:
    """Do some work and return its exit code; errors of the user's become a line and exit code 2."""
    try:
        code = work()
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # the reader (`| head`) has seen enough; Python would complain once more at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except _user_errors() as error:
        print(f"compsparse: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="compsparse", description="Audit, trace and judge the results of this project."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    audit = commands.add_parser("audit", help="rehash results and name all that cannot be trusted")
    audit.add_argument("paths", nargs="*", type=_path, metavar="PATH", help="default: results/")
    audit.add_argument("--committed", action="store_true", help="fail on records not in git")
    audit.add_argument("--json", action="store_true", help="print for machines")
    audit.set_defaults(command=_audit)

    trace = commands.add_parser("trace", help="print the chain from a file to its seeds")
    trace.add_argument("file", type=_path, metavar="FILE")
    trace.add_argument("--json", action="store_true", help="print for machines")
    trace.set_defaults(command=_trace)

    claims = commands.add_parser("claims", help="print every claim with its verdict")
    claims.add_argument("--study", help="only this study")
    claims.add_argument("--json", action="store_true", help="print for machines")
    claims.set_defaults(command=_claims)

    compare = commands.add_parser("compare", help="tell what changed, by how much, and why")
    compare.add_argument("before", metavar="BEFORE", help="git revision or output root")
    compare.add_argument("after", metavar="AFTER", nargs="?", help="default: results/ as it is")
    compare.add_argument("--study", action="append", default=[], help="only this one; repeatable")
    compare.add_argument("--exact", action="store_true", help="exit code 1 unless bytes are equal")
    compare.add_argument("--json", action="store_true", help="print for machines")
    compare.set_defaults(command=_compare)

    run = commands.add_parser("run", help="run one job by hand, as a rule would")
    run.add_argument("study", nargs="?", help="for example factorial")
    run.add_argument("step", nargs="?", help="for example train")
    run.add_argument("wildcards", nargs="*", metavar="NAME=VALUE")
    run.add_argument("--out", type=_path, default=Path("results"), help="output root")
    run.add_argument("--job", help=argparse.SUPPRESS)  # the rule's way: the job as JSON
    run.set_defaults(command=_run)

    planned = commands.add_parser("plan", help="say what a run is expected to cost")
    planned.add_argument("studies", nargs="*", metavar="STUDY", help="default: all")
    planned.add_argument("--scale", help="default: every scale")
    planned.add_argument("--cores", type=int, help="default: this machine's")
    planned.add_argument("--calibrate", action="store_true", help="scale by this machine's speed")
    planned.add_argument("--json", action="store_true", help="print for machines")
    planned.set_defaults(command=_plan)

    costs = commands.add_parser("costs", help="print what the jobs of the last runs took")
    costs.add_argument("--out", type=_path, default=Path("results"), help="output root")
    costs.add_argument("--write", action="store_true", help="store it in workflow/costs")
    costs.set_defaults(command=_costs)

    sync = commands.add_parser("sync", help="make file times tell Snakemake and DVC the truth")
    sync.set_defaults(command=_sync)

    docs = commands.add_parser("docs", help="write the generated parts of README and docs")
    docs.add_argument("--check", action="store_true", help="write nothing; fail when stale")
    docs.set_defaults(command=_docs)
    return parser


def _path(text: str) -> Path:
    """Return a path of the command line that the file system can at least be asked about."""
    try:
        Path(text).resolve().exists()
    except (OSError, RuntimeError, ValueError) as error:  # too long a name, a loop of links
        reason = getattr(error, "strerror", None) or str(error)
        raise argparse.ArgumentTypeError(f"{text[:60]!r} cannot be looked at ({reason})") from None
    return Path(text)


def _user_errors() -> tuple[type[Exception], ...]:
    from compsparse.artifacts.errors import ArtifactError
    from compsparse.comparison.errors import ComparisonError
    from compsparse.provenance.audit import AuditError
    from compsparse.provenance.closure import ClosureError
    from compsparse.provenance.environment import PinError
    from compsparse.provenance.plan import PlanError
    from compsparse.provenance.runner import StepError
    from compsparse.provenance.storage import StorageError
    from compsparse.provenance.trace import TraceError
    from compsparse.validation.errors import InvalidFileError

    return (
        ArtifactError,
        AuditError,
        ClosureError,
        ComparisonError,
        InvalidFileError,
        PinError,
        PlanError,
        ProjectError,
        StepError,
        StorageError,
        TraceError,
    )


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
    environment = os.environ | {"PYTHONPATH": str(project.src), _AGAIN: "1"}
    return subprocess.run(command, env=environment, check=False).returncode


def _audit(project: Project, options: argparse.Namespace) -> int:
    from compsparse.provenance.audit import audit

    reports = audit(project, options.paths, committed=options.committed)
    failed = any(report.failures for report in reports)
    if options.json:
        print(json.dumps([report.as_json() for report in reports], indent=2))
        return int(failed)
    for report in reports:
        for path, reason in report.failures:
            print(f"FAIL    {path}: {reason}")
        for path, reason in report.notices:
            print(f"notice  {path}: {reason}")
        verdict = f"{len(report.failures)} failures" if report.failures else "all hold"
        print(f"{report.root}: {report.files} files, {report.records} records: {verdict}")
    return int(failed)


def _trace(project: Project, options: argparse.Namespace) -> int:
    from compsparse.provenance.trace import as_text, trace

    link = trace(project, options.file)
    print(json.dumps(link.as_json(), indent=2) if options.json else as_text(link))
    return 0


def _claims(project: Project, options: argparse.Namespace) -> int:
    from compsparse.claims.report import verdicts_json, verdicts_text

    show = verdicts_json if options.json else verdicts_text
    print(show(project.results, options.study))
    return 0


def _compare(project: Project, options: argparse.Namespace) -> int:
    from compsparse.comparison.comparison import compare
    from compsparse.comparison.report import comparison_text

    places = [place for place in (options.before, options.after) if place is not None]
    found = compare(project, places, options.study)
    print(json.dumps(found.as_json(), indent=2) if options.json else comparison_text(found))
    return int(found.outcome not in (("equal",) if options.exact else ("equal", "agrees")))


def _run(project: Project, options: argparse.Namespace) -> int:
    if options.job is not None:
        from compsparse.provenance.job import Job
        from compsparse.provenance.runner import run_job

        job = Job.from_json(options.job)
        run_job(project, options.out, job)
        _note_cost(options.out, job)
        return 0
    from compsparse.provenance.by_hand import planned_job

    job = planned_job(project, options.study, options.step, options.wildcards, options.out)
    # in a process of its own: the plan's modules belong to no step
    command = [sys.executable, "-m", "compsparse", "run", "--out", str(options.out)]
    code = subprocess.run([*command, "--job", job.to_json()], check=False).returncode
    if code < 0:
        from compsparse.job_server.client import KILLED
        from compsparse.job_server.killed import killed

        print(f"compsparse: {killed(f'{job.study}/{job.name}', -code)}", file=sys.stderr)
        return KILLED - code
    return code


def _plan(project: Project, options: argparse.Namespace) -> int:
    from compsparse.costs.commands import planned_rows
    from compsparse.costs.overview import plan_text

    found, cores = planned_rows(
        project, options.studies, options.scale, options.cores, calibrate=options.calibrate
    )
    if options.json:
        print(json.dumps([row.as_json() for row in found], indent=2))
    else:
        print(plan_text(found, cores))
    return 0


def _costs(project: Project, options: argparse.Namespace) -> int:
    from compsparse.costs.commands import measured_text, store_measured

    if not options.write:
        print(measured_text(project, options.out))
        return 0
    for done in store_measured(project, options.out):
        place = done.path.relative_to(project.root)
        print(f"wrote {place}: scale {done.scale}, {done.noted} of {done.planned} jobs")
    return 0


def _note_cost(out: Path, job: "Job") -> None:
    import resource

    from compsparse.costs.notes import process_age, write_note

    write_note(out, job, resource.getrusage(resource.RUSAGE_SELF), process_age())


def _sync(project: Project, options: argparse.Namespace) -> int:
    from compsparse.wiring import Wiring

    Wiring.load({}).synchronize(dry_run=False)
    return 0


def _docs(project: Project, options: argparse.Namespace) -> int:
    from compsparse.generated_docs import stale, write

    if not options.check:
        for path in write(project):
            print(f"wrote {path}")
        return 0
    paths = stale(project)
    for path in paths:
        print(f"stale: {path}; run `compsparse docs`")
    return int(bool(paths))
