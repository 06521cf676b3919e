"""The command ``compsparse``: audit, trace, claims, run, sync, docs.

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

from compsparse.provenance.project import Project, ProjectError

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
    audit.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="default: results/")
    audit.add_argument("--committed", action="store_true", help="fail on records not in git")
    audit.add_argument("--json", action="store_true", help="print for machines")
    audit.set_defaults(command=_audit)

    trace = commands.add_parser("trace", help="print the chain from a file to its seeds")
    trace.add_argument("file", type=Path, metavar="FILE")
    trace.add_argument("--json", action="store_true", help="print for machines")
    trace.set_defaults(command=_trace)

    claims = commands.add_parser("claims", help="print every claim with its verdict")
    claims.add_argument("--study", help="only this study")
    claims.add_argument("--json", action="store_true", help="print for machines")
    claims.set_defaults(command=_claims)

    run = commands.add_parser("run", help="run one job by hand, as a rule would")
    run.add_argument("study", nargs="?", help="for example factorial")
    run.add_argument("step", nargs="?", help="for example train")
    run.add_argument("wildcards", nargs="*", metavar="NAME=VALUE")
    run.add_argument("--out", type=Path, default=Path("results"), help="output root")
    run.add_argument("--job", help=argparse.SUPPRESS)  # the rule's way: the job as JSON
    run.set_defaults(command=_run)

    sync = commands.add_parser("sync", help="make file times tell Snakemake and DVC the truth")
    sync.set_defaults(command=_sync)

    docs = commands.add_parser("docs", help="write the generated parts of README and docs")
    docs.add_argument("--check", action="store_true", help="write nothing; fail when stale")
    docs.set_defaults(command=_docs)
    return parser


def _user_errors() -> tuple[type[Exception], ...]:
    from compsparse.artifacts.errors import ArtifactError
    from compsparse.provenance.audit import AuditError
    from compsparse.provenance.closure import ClosureError
    from compsparse.provenance.environment import PinError
    from compsparse.provenance.plan import PlanError
    from compsparse.provenance.runner import StepError
    from compsparse.provenance.trace import TraceError
    from compsparse.validation.errors import InvalidFileError

    return (
        ArtifactError,
        AuditError,
        ClosureError,
        InvalidFileError,
        PinError,
        PlanError,
        ProjectError,
        StepError,
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


def _run(project: Project, options: argparse.Namespace) -> int:
    if options.job is not None:
        from compsparse.provenance.job import Job
        from compsparse.provenance.runner import run_job

        run_job(project, options.out, Job.from_json(options.job))
        return 0
    from compsparse.provenance.by_hand import planned_job

    job = planned_job(project, options.study, options.step, options.wildcards, options.out)
    # in a process of its own: the plan's modules belong to no step
    command = [sys.executable, "-m", "compsparse", "run", "--out", str(options.out)]
    return subprocess.run([*command, "--job", job.to_json()], check=False).returncode


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
