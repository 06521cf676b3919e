"""What README says that a run costs: what ``snakemake -n`` says in a fresh clone."""

from collections.abc import Collection, Mapping

from workflow_engine.configuration.load import Configuration
from workflow_engine.costs.book import CostBook
from workflow_engine.costs.estimate import estimate
from workflow_engine.costs.sentences import caveats, minutes
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.kept_by_git import kept_by_git
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.plan import makers, plan
from workflow_engine.provenance.project import Project

CORES = 2  # a laptop has them


def cost_line(project: Project, configuration: Configuration) -> str:
    """Return one sentence on what a clone without data has to make, and on which machine."""
    jobs = plan(configuration)
    book = CostBook.open(project, configuration, jobs)
    results = {record: job for record, job in jobs.items() if not is_on_request(job)}
    to_make = not_in_git(results, kept_by_git(project.root, project.root / configuration.out))
    expected = estimate(book, to_make, CORES)
    if not expected.measured:
        return "What a run costs was not measured yet: `compsparse costs --write`."
    figures = sum(job.step == "render" for job in results.values())
    measured = {book.machine(study) for study in configuration.studies}
    processors = sorted({machine.processor for machine in measured if machine is not None})
    left_out = "".join(f" {caveat[0].upper()}{caveat[1:]}." for caveat in caveats(expected))
    return (
        f"On {CORES} cores of {' and '.join(processors)}, all {figures} results take "
        f"{minutes(expected.wall)} minutes ({minutes(expected.cpu)} CPU minutes) and up to "
        f"{expected.memory:.0f} MB of memory; `snakemake -n` says it for your number of cores."
        f"{left_out}"
    )


def not_in_git(jobs: Mapping[str, Job], kept: Collection[str]) -> list[str]:
    """Return the jobs of which git lacks an output, or one of a job that they follow from."""
    maker, known = makers(dict(jobs)), frozenset(kept)
    found: dict[str, bool] = {}

    def lacks(record: str) -> bool:
        if record not in found:
            before = {maker[path].record_path for path in jobs[record].input_paths}
            kept_itself = known.issuperset(jobs[record].outputs.values())
            found[record] = not kept_itself or any(map(lacks, sorted(before)))
        return found[record]

    return [record for record in jobs if lacks(record)]
