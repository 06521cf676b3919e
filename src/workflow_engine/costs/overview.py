"""The tables of ``compsparse plan`` and ``compsparse costs``."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from workflow_engine.configuration.load import Configuration
from workflow_engine.costs.book import CostBook
from workflow_engine.costs.errors import CostsError
from workflow_engine.costs.estimate import Estimate, estimate
from workflow_engine.costs.extrapolation import Extrapolation, extrapolate, read_operations
from workflow_engine.costs.notes import Note
from workflow_engine.costs.sentences import caveats, minutes
from workflow_engine.counted import counted
from workflow_engine.provenance.chains import with_followers
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.hashes import Hashes
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.ledger import Judgment, judge
from workflow_engine.provenance.names import nearest
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project

_NO = "not measured"
_HEAD = ("study", "scale", "", "jobs", "CPU minutes", "minutes", "memory MB", "files MB")


@dataclass(frozen=True)
class Row:
    """One study at one scale: all of its jobs, or those that a run would do now."""

    study: str
    scale: str
    which: str
    estimate: Estimate
    extrapolation: Extrapolation | None = None

    def as_json(self) -> dict[str, object]:
        """Return the row for machines."""
        expected = self.estimate
        measured = expected.measured > 0 or expected.jobs == 0
        return {
            "study": self.study,
            "scale": self.scale,
            "jobs_of": self.which,
            "jobs": expected.jobs,
            "cpu_seconds": round(expected.cpu, 1) if measured else None,
            "wall_seconds": round(expected.wall, 1) if measured else None,
            "memory_megabytes": round(expected.memory) if measured else None,
            "bytes": expected.size if measured else None,
            "unmeasured": list(expected.unmeasured),
            "measured_with_other_parameters": list(expected.other_work),
            "extrapolated": [asdict(kind) for kind in self.extrapolation.kinds]
            if self.extrapolation
            else None,
        }

    def cells(self) -> tuple[str, ...]:
        """Return the row as text."""
        expected = self.estimate
        place = (self.study, self.scale, self.which, str(expected.jobs))
        if not expected.jobs:
            return (*place, "0", "0", "0", "0")
        if not expected.measured:
            return (*place, _NO, _NO, _NO, _NO)
        least = ">= " if expected.unmeasured else ""
        numbers = (
            minutes(expected.cpu),
            minutes(expected.wall),
            f"{expected.memory:.0f}",
            f"{expected.size / 1e6:.1f}",
        )
        return (*place, *(least + number for number in numbers))


def rows(
    project: Project,
    configuration: Configuration,
    studies: Collection[str],
    cores: int,
    *,
    digests: Digests,
    rate: float | None = None,
    default: Callable[[], CostBook] | None = None,
) -> list[Row]:
    """Return the expected costs of the studies: from nothing, and of what is stale now.

    Args:
        project: the checkout.
        configuration: which scale and output root.
        studies: names, all of the configuration's.
        cores: how many jobs run at a time.
        digests: those of the checkout's sources.
        rate: how fast this machine is (see ``calibration``); times are scaled by it.
        default: opens the book of scale default, from which larger scales are extrapolated.

    Raises:
        CostsError: a costs file is malformed, or a study is unknown.
    """
    unknown = sorted(set(studies) - set(configuration.studies))
    if unknown:
        raise CostsError(
            f"studies: the value is {unknown[0]!r}; allowed: {', '.join(configuration.studies)}, "
            "the studies that params.yaml lists. Choose one of them, or list the study."
            f"{nearest(unknown[0], configuration.studies)}"
        )
    jobs = plan(configuration)
    book = CostBook.open(project, configuration, jobs)
    out = project.root / configuration.out
    judgment = judge(out, project.root, jobs, digests, Hashes(project.hash_memory))
    stale = to_run(book.before, judgment)
    operations = read_operations(project) if default else {}
    found = []
    for study in studies:
        of_study = {r: job for r, job in jobs.items() if job.study == study}
        ordinary = [record for record, job in of_study.items() if not is_on_request(job)]
        machine = book.machine(study)
        slowness = machine.rate / rate if machine and rate else 1.0
        for which, records in (("all", ordinary), ("to run", [r for r in ordinary if r in stale])):
            expected = estimate(book, records, cores, slowness)
            extrapolation = None
            if default and which == "all" and study in operations:
                extrapolation = extrapolate(book, ordinary, default(), operations[study])
            found.append(Row(study, configuration.scale, which, expected, extrapolation))
    return found


def to_run(before: Mapping[str, Collection[str]], judgment: Judgment) -> frozenset[str]:
    """Return the jobs that Snakemake would run: stale ones, and all that come after them."""
    return with_followers(filter(judgment.is_stale, before), before)


def plan_text(found: Sequence[Row], cores: int) -> str:
    """Return the table of ``compsparse plan`` with what its numbers leave out."""
    lines = [f"On {counted(cores, 'core')}; docs/costs.md says where the numbers come from."]
    lines += table([_HEAD, *(row.cells() for row in found)])
    for row in found:
        if row.which == "all" and row.estimate.measured:
            lines += [f"{row.study}, {row.scale}: {line}" for line in caveats(row.estimate)]
        if row.extrapolation and row.extrapolation.kinds:
            lines.append(f"{row.study}, {row.scale}: {row.extrapolation.sentence()}")
    return "\n".join(lines)


def kinds_text(found: Sequence[Row]) -> str:
    """Return what was extrapolated, a line for each kind, and how to measure a job of one."""
    head = ("study", "scale", "kind", "jobs", "measured", "times", "CPU minutes")
    lines = [
        (row.study, row.scale, *kind.cells())
        for row in found
        if row.extrapolation
        for kind in row.extrapolation.kinds
    ]
    return "\n".join(
        [
            *table([(*head, "smallest, CPU s", "differs, not counted", "smallest"), *lines]),
            "To measure the smallest job of a kind, and extrapolate the others from it as well:",
            "  snakemake --cores 1 --config scale=SCALE -- results/.scratch/SCALE/SMALLEST",
            "  compsparse costs --write --out results/.scratch/SCALE",
        ]
    )


def step_text(study: str, scale: str, jobs: Mapping[str, Job], notes: Mapping[str, Note]) -> str:
    """Return what the jobs of a study took, a line for each step."""
    head = ("study", "scale", "step", "jobs", "CPU s", "longest s", "peak MB", "files MB")
    steps: dict[str, list[Note]] = {}
    for record, note in notes.items():
        if jobs[record].study == study:
            steps.setdefault(jobs[record].step, []).append(note)
    lines = [
        (
            study,
            scale,
            step,
            str(len(of_step)),
            f"{sum(note.cpu for note in of_step):.1f}",
            f"{max(note.wall for note in of_step):.1f}",
            f"{max(note.memory for note in of_step):.0f}",
            f"{sum(note.size for note in of_step) / 1e6:.1f}",
        )
        for step, of_step in steps.items()
    ]
    return "\n".join(table([head, *lines]))


def table(lines: Iterable[Sequence[str]]) -> list[str]:
    """Return lines of text with aligned columns: names to the left, numbers to the right."""
    rows_of_text = list(lines)
    widths = [max(len(cell) for cell in column) for column in zip(*rows_of_text, strict=True)]
    names = 3  # columns
    return [
        "  ".join(
            cell.ljust(width) if i < names else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows_of_text
    ]
