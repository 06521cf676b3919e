"""What ``snakemake -n`` says about the costs of the jobs that it would run."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from workflow_engine.costs.book import CostBook
from workflow_engine.costs.estimate import Estimate, estimate
from workflow_engine.costs.sentences import summary
from workflow_engine.provenance.on_request import ASSEMBLE
from workflow_engine.provenance.plan import jobs_behind, makers


@dataclass(frozen=True)
class RunEstimator:
    """Estimates a run from the files that its jobs write; the display asks it at the end."""

    book: CostBook
    out: Path
    cores: int

    def summary(self, outputs: Iterable[str]) -> list[str]:
        """Return lines about the jobs that write these files, by study and together."""
        found = jobs_behind(outputs, self.out, makers(self.book.jobs))
        # it stands in no plan, and puts tables together in less than a second
        jobs = {record: job for record, job in found.items() if job.step != ASSEMBLE}
        studies: dict[str, set[str]] = {}
        for record in sorted(jobs):
            studies.setdefault(jobs[record].study, set()).add(record)
        estimates: dict[str, Estimate] = {
            study: estimate(self.book, of_study, self.cores) for study, of_study in studies.items()
        }
        if len(estimates) > 1:
            estimates["together"] = estimate(self.book, jobs, self.cores)
        return summary(estimates, self.book.scale, self.cores) if estimates else []
