"""What README says that a run costs: the estimate that ``snakemake -n`` makes."""

from workflow_engine.configuration.load import Configuration
from workflow_engine.costs.book import CostBook
from workflow_engine.costs.estimate import estimate
from workflow_engine.costs.sentences import caveats, minutes
from workflow_engine.provenance.on_request import is_on_request
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project

CORES = 2  # a laptop has them


def cost_line(project: Project, configuration: Configuration) -> str:
    """Return one sentence on what all ordinary jobs cost, and on which machine."""
    jobs = plan(configuration)
    book = CostBook.open(project, configuration, jobs)
    ordinary = [record for record, job in jobs.items() if not is_on_request(job)]
    expected = estimate(book, ordinary, CORES)
    if not expected.measured:
        return "What a run costs was not measured yet: `compsparse costs --write`."
    results = sum(jobs[record].step == "render" for record in ordinary)
    measured = {book.machine(study) for study in configuration.studies}
    processors = sorted({machine.processor for machine in measured if machine is not None})
    left_out = "".join(f" {caveat[0].upper()}{caveat[1:]}." for caveat in caveats(expected))
    return (
        f"On {CORES} cores of {' and '.join(processors)}, all {results} results take "
        f"{minutes(expected.wall)} minutes ({minutes(expected.cpu)} CPU minutes) and up to "
        f"{expected.memory:.0f} MB of memory; `snakemake -n` says it for your number of cores."
        f"{left_out}"
    )
