"""What each command of ``compsparse`` does: it prints, and returns the exit code.

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

from workflow_engine.isolation import PASSED, isolate, job_command, job_environment
from workflow_engine.provenance.project import Project

if TYPE_CHECKING:
    from workflow_engine.provenance.job import Job


def audit(project: Project, options: argparse.Namespace) -> int:
    """Rehash results and print what cannot be trusted."""
    from compsparse.own_data.record import find_record
    from workflow_engine.provenance.audit import audit
    from workflow_engine.provenance.audit_text import audit_lines
    from workflow_engine.validation.printable import json_text

    answers = {path: find_record(path) for path in options.paths}
    paths = [path for path, record in answers.items() if record is None]
    records = [record for record in answers.values() if record is not None]
    reports = (
        audit(project, paths, committed=options.committed, again=options.rebuild)
        if paths or not records
        else []
    )
    if options.json:
        texts = [*(report.as_json() for report in reports), *(r.as_json() for r in records)]
        print(json_text(texts))
    else:
        for report in reports:
            print("\n".join(audit_lines(report)))
        for record in records:
            print("\n".join(record.audit_lines()))
    return int(any(report.failed for report in reports) or any(record.faults for record in records))


def trace(project: Project, options: argparse.Namespace) -> int:
    """Print where a file comes from."""
    from compsparse.own_data.record import find_record
    from workflow_engine.provenance.trace import as_text, fault_lines, trace
    from workflow_engine.validation.printable import json_text

    record = find_record(options.file)
    if record is not None:
        print(json_text(record.as_json()) if options.json else "\n".join(record.trace_lines()))
        return 0
    link = trace(project, options.file)
    print(json_text(link.as_json()) if options.json else as_text(link))
    if faults := fault_lines(link):
        print("\n".join(faults), file=sys.stderr)
    return int(bool(faults))


def cite(project: Project, options: argparse.Namespace) -> int:
    """Print how to cite a result."""
    from compsparse.citation import citation

    return _named("cite", lambda: print(citation(project, options.result)))


def export_alone(project: Project, options: argparse.Namespace) -> int:
    """Write a figure for a paper in a process like a job's: else some have other last digits."""
    isolate(project.root, ["export", "--out", str(options.out), "--", options.result])
    from workflow_engine.device import activate
    from workflow_engine.validation.strict_yaml import read_yaml

    activate(read_yaml(project.params)["numerics"])
    return export(project, options)


def export(project: Project, options: argparse.Namespace) -> int:
    """Write a figure for a paper."""
    from compsparse.export import export
    from workflow_engine.validation.printable import printable

    def write() -> None:
        for path in export(project, options.result, options.out):
            print(f"wrote {printable(str(path))}")

    return _named("export", write)


def archive(project: Project, options: argparse.Namespace) -> int:
    """Write an archive."""
    from compsparse.archive.writing import write_archive
    from workflow_engine.validation.printable import printable

    def write() -> None:
        told = write_archive(
            project, options.to, options.result, with_data=not options.without_data
        )
        print(f"wrote {printable(str(options.to))}: {told}")

    return _named("archive", write)


def _named(command: str, act: Callable[[], None]) -> int:
    """Act on a result that the command line names; 2 where there is none of that name."""
    from workflow_engine.validation.printable import printable

    try:
        act()
    except KeyError as error:
        print(f"compsparse {command}: {printable(str(error.args[0]))}", file=sys.stderr)
        return 2
    return 0


def claims(project: Project, options: argparse.Namespace) -> int:
    """Print verdicts."""
    from compsparse.claims.documents import read_documents
    from compsparse.pages.selection import selected
    from compsparse.pages.terminal import summary_text, verdicts_json, verdicts_text
    from compsparse.verdicts.official import all_statements
    from compsparse.verdicts.vouched import vouched_verdicts
    from workflow_engine.provenance.vouching import Vouching
    from workflow_engine.validation.printable import printable

    names = [*options.names, *options.study]
    path = project.root / "workflow/claims/documents.yaml"
    documents = read_documents(path) if path.exists() else None
    vouching = Vouching.of(project)
    wanted = selected(
        names,
        vouching.judgment.jobs,
        verdicts=options.verdict,
        statements=options.statement,
        documents=documents,
    )
    found = vouched_verdicts(project, vouching, wanted.studies)
    official = found.verdicts
    # the verdict on a statement needs all studies
    whole = documents is not None and official.keys() >= set(documents.finished)
    statements = all_statements(documents, official) if documents and whole else []
    claims = wanted.of(official)
    if options.json:
        print(verdicts_json(claims))
    elif wanted.is_narrow or options.all or options.checks:
        asked = [item for item in statements if item.entry.id in wanted.statements]
        print(verdicts_text(claims, asked, checks=options.checks))
    else:
        print(summary_text(claims, statements))
    for reason in (*found.refused.values(), *found.switched_off.values()):
        print(f"compsparse claims: {printable(reason)}", file=sys.stderr)
    if found.uncommitted:
        files = printable(", ".join(found.uncommitted))
        line = f"not committed: {files}; `git diff HEAD -- results` shows what changed."
        print(line, file=sys.stderr if options.json else sys.stdout)
    return int(bool(found.refused) or not claims)


def compare(project: Project, options: argparse.Namespace) -> int:
    """Print what differs between two sets of results."""
    from compsparse.comparison.comparison import compare
    from compsparse.comparison.report import comparison_text
    from workflow_engine.validation.printable import json_text

    places = [place for place in (options.before, options.after) if place is not None]
    found = compare(project, places, options.study)
    print(json_text(found.as_json()) if options.json else comparison_text(found))
    return int(found.outcome not in (("equal",) if options.exact else ("equal", "agrees")))


def carry(project: Project, options: argparse.Namespace) -> int:
    """Carry tables on request of some studies over to the present code."""
    from compsparse.carry.carrying import carry

    for study in options.studies:
        done = carry(project, study, options.revision, requests=options.requests, twin=options.twin)
        print(done.text(study), flush=True)
    return 0


def run(project: Project, options: argparse.Namespace) -> int:
    """Run one job, by hand or as a rule would."""
    if options.job is not None:
        isolate(project.root, ["run", "--out", str(options.out), "--job", options.job])
        from workflow_engine.provenance.job import Job
        from workflow_engine.provenance.runner import run_job

        job = Job.from_json(options.job)
        run_job(project, options.out, job)
        _note_cost(options.out, job)
        return 0
    from workflow_engine.configuration.load import load
    from workflow_engine.provenance.by_hand import planned_job

    job = planned_job(project, options.study, options.step, options.wildcards, options.out)
    # in a process of its own: the plan's modules belong to no step
    words = ["run", "--out", str(options.out), "--job", job.to_json()]
    passed = ",".join(load(project.params).pass_environment)
    code = subprocess.run(
        job_command(project.root, "compsparse", *words),
        env=job_environment(os.environ | {PASSED: passed}, project.root),
        check=False,
    ).returncode
    if code < 0:
        from workflow_engine.job_server.client import KILLED
        from workflow_engine.job_server.killed import killed

        print(f"compsparse: {killed(f'{job.study}/{job.name}', -code)}", file=sys.stderr)
        return KILLED - code
    return code


def plan(project: Project, options: argparse.Namespace) -> int:
    """Print what a run takes."""
    from workflow_engine.costs.commands import planned_rows
    from workflow_engine.costs.overview import kinds_text, plan_text

    found, cores = planned_rows(
        project, options.studies, options.scale, options.cores, calibrate=options.calibrate
    )
    if options.json:
        print(json.dumps([row.as_json() for row in found], indent=2))
    else:
        print(kinds_text(found) if options.kinds else plan_text(found, cores))
    return 0


def costs(project: Project, options: argparse.Namespace) -> int:
    """Print or store what jobs took."""
    from workflow_engine.costs.commands import measured_text, store_measured

    if not options.write:
        print(measured_text(project, options.out))
        return 0
    for done in store_measured(project, options.out):
        place = done.path.relative_to(project.root)
        print(f"wrote {place}: scale {done.scale}, {done.noted} of {done.planned} jobs")
    return 0


def _note_cost(out: Path, job: "Job") -> None:
    import resource

    from workflow_engine.costs.notes import process_age, write_note

    write_note(out, job, resource.getrusage(resource.RUSAGE_SELF), process_age())


def sync(project: Project, options: argparse.Namespace) -> int:
    """Set file times to what records say."""
    from workflow_engine.provenance.command_line import Call, Kind
    from workflow_engine.wiring import Wiring

    Wiring.load({}).synchronize(Call(Kind.RUN))
    return 0


def restore(project: Project, options: argparse.Namespace) -> int:
    """Bring back what a sweep took away."""
    from workflow_engine.provenance.restoring import listed_text, restored_text

    text = listed_text if options.list else restored_text
    print(text(project, options.out, options.date))
    return 0


def sweep(project: Project, options: argparse.Namespace) -> int:
    """Move away the files of a study that is switched off."""
    from workflow_engine.provenance.switched_off import moved_text

    print(moved_text(project, options.out, options.study))
    return 0


def docs(project: Project, options: argparse.Namespace) -> int:
    """Write or check the generated pages."""
    from compsparse.generated_docs import publication
    from workflow_engine.validation.printable import printable

    found = publication(project)
    lacking = [f"{path}: {reason}" for path, reason in found.lacking.items()]
    refused = found.refused if options.check else [*found.refused, *lacking]
    for reason in refused:
        print(f"compsparse docs: {printable(reason)}", file=sys.stderr)
    if refused:
        return 2
    if not options.check:
        for path in found.write():
            print(f"wrote {printable(path)}")
        return 0
    stale = found.stale()
    for path in stale:
        print(f"stale: {printable(path)}; run `compsparse docs`")
    for reason in lacking:
        print(f"stale: {printable(reason)}")
    return int(bool(stale or lacking))


def site(project: Project, options: argparse.Namespace) -> int:
    """Write the site."""
    from compsparse.site.archive import write_archive
    from compsparse.site.building import build_site
    from compsparse.site.content import SiteError
    from workflow_engine.validation.printable import printable

    try:
        folder = build_site(project, options.out)
    except SiteError as error:
        print(f"compsparse site: {printable(str(error))}", file=sys.stderr)
        return 2
    print(f"wrote {printable(folder)}: open {printable(folder / 'index.html')} in a browser")
    if options.archive:
        print(f"{write_archive(folder, options.archive)}  {printable(options.archive)}")
    return 0
