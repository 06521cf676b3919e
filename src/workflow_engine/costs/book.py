"""Look up what a planned job was measured to cost."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from workflow_engine.configuration.load import Configuration
from workflow_engine.configuration.scales import SCALES, Scale
from workflow_engine.costs.model import JobCost, Machine, RunCost, ScaleCosts, StudyCosts
from workflow_engine.costs.store import read_costs
from workflow_engine.costs.work import works
from workflow_engine.provenance.chains import predecessors
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.project import Project


@dataclass(frozen=True)
class Found:
    """A measured cost; ``same_work`` is false where the job had other parameters then."""

    cost: JobCost
    same_work: bool


@dataclass(frozen=True)
class CostBook:
    """The stored costs of the studies of one plan; files are read once, when first asked for."""

    project: Project
    jobs: Mapping[str, Job]
    scale: Scale

    @classmethod
    def open(
        cls, project: Project, configuration: Configuration, jobs: Mapping[str, Job]
    ) -> "CostBook":
        """Return the book for the plan of a configuration.

        Raises:
            CostsError: a costs file is malformed.
        """
        book = cls(project, jobs, cast(Scale, configuration.scale))
        _ = book._studies  # a malformed file stops here, not inside of Snakemake
        return book

    @cached_property
    def before(self) -> dict[str, frozenset[str]]:
        """The jobs whose files each planned job reads, by record path."""
        return predecessors(self.jobs)

    @cached_property
    def works(self) -> dict[str, str]:
        """What each planned job does, by record path."""
        return works(self.jobs)

    @cached_property
    def _studies(self) -> dict[str, StudyCosts]:
        names = sorted({job.study for job in self.jobs.values()})
        read = {name: read_costs(self.project, name) for name in names}
        return {name: costs for name, costs in read.items() if costs is not None}

    @cached_property
    def _found(self) -> dict[str, Found]:
        return {
            record: found
            for record, job in self.jobs.items()
            if (found := self._search(record, job)) is not None
        }

    def find(self, record: str) -> Found | None:
        """Return what a planned job costs; None where it was never measured."""
        return self._found.get(record)

    def machine(self, study: str) -> Machine | None:
        """Return the machine on which a study was measured."""
        return next((s.machine for s in self._nearest(study)), None)

    def run(self, study: str) -> RunCost | None:
        """Return what a run costs beside its jobs, at this scale or the next measured one."""
        return next((s.run for s in self._nearest(study) if s.run is not None), None)

    def _search(self, record: str, job: Job) -> Found | None:
        work = self.works[record]
        for costs in self._nearest(job.study):
            cost = costs.jobs.get(job.name)
            if cost is not None and cost.work == work:
                return Found(cost, same_work=True)
        cost = self._own_jobs(job.study).get(job.name)
        return None if cost is None else Found(cost, same_work=False)

    def _own_jobs(self, study: str) -> dict[str, JobCost]:
        costs = self._studies.get(study)
        nearest_scale = costs and costs.scales.get(self.scale)
        return nearest_scale.jobs if nearest_scale else {}

    def _nearest(self, study: str) -> list[ScaleCosts]:
        """Return what was measured of a study, at this scale first, then at the nearest ones."""
        costs = self._studies.get(study)
        if costs is None:
            return []
        here = SCALES.index(self.scale)
        order = sorted(costs.scales, key=lambda scale: abs(SCALES.index(scale) - here))
        return [costs.scales[scale] for scale in order]
