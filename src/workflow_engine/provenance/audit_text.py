"""An audit's findings as lines for people: failures first, long lists cut short.

Names come from the file system and from records, so they may hold anything: they are printed so
that none can look like a line of ours.
"""

from collections import Counter
from collections.abc import Iterator

from workflow_engine.counted import counted
from workflow_engine.provenance.findings import CARRIED, Audit, Found
from workflow_engine.validation.printable import printable

_LINES = 20  # of one kind of reason and one study
_NAMES = 10  # of files that are not as in the last commit
_CARRIED = 3  # notices on records that were carried over


def audit_lines(report: Audit) -> Iterator[str]:
    """Return the lines of one output root."""
    yield from (printable(line) for line in _lines(report))


def _lines(report: Audit) -> Iterator[str]:
    groups: dict[tuple[str, str], list[Found]] = {}
    for path, reason in report.failures:
        kind = reason.partition(":")[0]
        groups.setdefault((kind, _study(report.root, path)), []).append((path, reason))
    for (kind, study), found in groups.items():
        yield from (f"FAIL    {path}: {reason}" for path, reason in found[:_LINES])
        if len(found) > _LINES:
            place = f" in {report.root}/{study}" if study else ""
            yield f"FAIL    ... and {len(found) - _LINES} more{place}: {kind} (--json lists all)"
    if report.not_pulled:
        studies = dict.fromkeys(_study(report.root, path) for path, _ in report.not_pulled)
        yield (
            f"FAIL    {report.root}: data not pulled: data, models and figures of "
            f"{', '.join(studies)} are missing; `dvc pull` fetches them if there is a "
            "remote, otherwise `snakemake` makes them. Everything else was checked"
        )
    carried = [found for found in report.notices if CARRIED in found[1]]
    folded = carried if len(carried) > _CARRIED else []
    yield from (
        f"notice  {path}: {reason}"
        for path, reason in report.notices
        if (path, reason) not in folded
    )
    if folded:
        yield (
            f"notice  {report.root}: {len(folded)} groups of records were carried over a change of "
            "code; each holds its proof (--json lists them)"
        )
    yield from (f"notice  {path}: {reason}" for path, reason in report.uncommitted[:_NAMES])
    if len(report.uncommitted) > _NAMES:
        kinds = Counter(reason.removeprefix("git: ") for _, reason in report.uncommitted)
        counts = ", ".join(f"{kind}: {count}" for kind, count in kinds.items())
        yield f"notice  {len(report.uncommitted)} files in all: {counts} (--json lists all)"
    looked_at = f"{counted(report.files, 'file')}, {counted(report.records, 'record')}"
    yield f"{report.root}: {looked_at}: {_verdict(report)}"
    if report.commit is not None:
        yield f"code, parameters, pins and records were compared with commit {report.commit}"
    if report.rebuilt is not None:
        yield report.rebuilt.text(report.root)
    if report.root_of_records is not None:
        root, count = report.root_of_records
        yield f"root of {counted(count, 'record')}: {root}"


def _verdict(report: Audit) -> str:
    without = f"not checked: {counted(len(report.not_pulled), 'missing file')}"
    if report.failures:
        number = len(report.failures)
        return counted(number, "failure") + (f"; {without}" if report.not_pulled else "")
    if report.not_pulled:
        return f"all that is here holds; {without}"
    return "all hold" if report.files else "nothing is here"


def _study(root: str, path: str) -> str:
    """Return the study that a path below the root belongs to; empty for other files."""
    below = path.removeprefix(f"{root}/")
    return below.partition("/")[0] if below != path and "/" in below else ""
