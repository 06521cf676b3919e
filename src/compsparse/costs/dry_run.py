"""What ``snakemake -n`` says about the costs of the jobs that it would run."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from compsparse.costs.book import CostBook
from compsparse.costs.estimate import Estimate, estimate
from compsparse.costs.sentences import summary
from compsparse.provenance.plan import makers


@dataclass(frozen=True)
class RunEstimator:
    """Estimates a run from the files that its jobs write; the display asks it at the end."""

    book: CostBook
    out: Path
    cores: int

    def summary(self, outputs: Iterable[str]) -> list[str]:
        """Return lines about the jobs that write these files, by study and together."""
        maker = makers(dict(self.book.jobs))
        paths = {os.path.relpath(path, self.out) for path in outputs}
        records = {maker[path].record_path for path in paths if path in maker}
        studies: dict[str, set[str]] = {}
        for record in sorted(records):
            studies.setdefault(self.book.jobs[record].study, set()).add(record)
        estimates: dict[str, Estimate] = {
            study: estimate(self.book, of_study, self.cores) for study, of_study in studies.items()
        }
        if len(estimates) > 1:
            estimates["together"] = estimate(self.book, records, self.cores)
        return summary(estimates, self.book.scale, self.cores) if estimates else []
