"""Whose verdicts are shown: those of several root seeds together, or those of the run alone.

Verdicts on experiments on request are those of their own run, at the run's root seed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from compsparse.claims.documents import Documents
from compsparse.claims.judged import JudgedClaim, read_claims
from compsparse.claims.readings import ClaimReading, read_readings
from compsparse.claims.statements import JudgedStatement, judged_statements
from compsparse.pages.headlines import Told, read_headlines, told
from compsparse.replication.pooled import PooledClaim, read_pooled
from compsparse.worlds.summary import BothWays, both_ways
from workflow_engine.artifacts.tables import read_table
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import REQUEST, WORLDS, rule_of
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.vouching import Vouching


@dataclass(frozen=True)
class Verdicts:
    """The verdicts on the claims and checks of a study.

    Attributes:
        root_seeds: whose replicates decide.
        pooled: whether they were fixed for that and judged together.
        on_request: results that no ordinary run makes, with what Snakemake is asked for; where
            they were made, their verdicts are those of that run.
        headlines: what they answer, by result, and what the run's own picture says.
        readings: how each claim reads its document, by id.
        worlds: in which worlds each claim fails and holds, by id; none where that is not known.
    """

    claims: Sequence[JudgedClaim]
    root_seeds: tuple[int, ...]
    pooled: bool
    on_request: Mapping[str, str] = field(default_factory=dict)
    headlines: Mapping[str, Told] = field(default_factory=dict)
    readings: Mapping[str, ClaimReading] = field(default_factory=dict)
    worlds: Mapping[str, BothWays] = field(default_factory=dict)

    @property
    def whose(self) -> str:
        """The root seeds in words."""
        if self.pooled:
            return f"root seeds {_listed(self.root_seeds)} together"
        return f"root seed {_listed(self.root_seeds)} alone"

    @property
    def scales(self) -> str:
        """The scale at which they were judged."""
        return ", ".join(dict.fromkeys(claim.judged_at for claim in self.claims))


def official(
    claims: Sequence[JudgedClaim], root_seed: int, pooled: Sequence[PooledClaim] = ()
) -> Verdicts:
    """Return the pooled verdicts where there are some, else those of the run's own root seed."""
    if not pooled:
        return Verdicts(claims, (root_seed,), pooled=False)
    seeds = dict.fromkeys(seed for claim in pooled for seed in claim.root_seeds)
    return Verdicts(pooled, tuple(seeds), pooled=True)


def official_verdicts(
    project: Project,
    vouching: Vouching,
    claims: Mapping[str, Sequence[JudgedClaim]],
    root_seed: int,
) -> dict[str, Verdicts]:
    """Return the official verdicts of each study; pooled ones only if a record vouches for them.

    Raises:
        ReplicationError: pooled verdicts on other claims.
        ClaimsError: verdicts of an experiment on request that are none.
        ArtifactError: a file that is not JSON.
    """
    found = {}
    files = {
        job.study: job.outputs["pooled"]
        for job in vouching.judgment.jobs.values()
        if "pooled" in job.outputs
    }
    for study, judged in claims.items():
        path = files.get(study)
        vouched = path is not None and vouching.objection(path) is None
        pooled = read_pooled(project.results / path, judged) if path and vouched else ()
        verdicts = replace(
            official(judged, root_seed, pooled), worlds=_worlds(project, vouching, study)
        )
        requests = [
            job
            for job in vouching.judgment.jobs.values()
            if (job.study, job.step) == (study, REQUEST)
        ]
        holding = [job for job in requests if vouching.objection(job.outputs["claims"]) is None]
        made = [c for job in holding for c in read_claims(project.results / job.outputs["claims"])]
        found[study] = with_words(
            project.root, study, with_requested(verdicts, requests, made), judged
        )
    return found


def _worlds(project: Project, vouching: Vouching, study: str) -> dict[str, BothWays]:
    """Return in which worlds each claim of a study fails and holds, if a record vouches for it."""
    for job in vouching.judgment.jobs.values():
        if (job.study, job.step) == (study, WORLDS):
            table = job.outputs["table"]
            if vouching.objection(table) is None:
                return both_ways(read_table(project.results / table))
    return {}


def with_words(
    root: Path, study: str, verdicts: Verdicts, of_run: Sequence[JudgedClaim]
) -> Verdicts:
    """Return the verdicts with what they answer and how they read the document, as people wrote."""
    path = root / f"workflow/headlines/{study}.yaml"
    words = read_headlines(path) if path.is_file() else {}
    path = root / f"workflow/readings/{study}.yaml"
    return replace(
        verdicts,
        headlines=told(study, words, verdicts.claims, of_run),
        readings=read_readings(path) if path.is_file() else {},
    )


def all_statements(documents: Documents, verdicts: Mapping[str, Verdicts]) -> list[JudgedStatement]:
    """Return the statements of all documents, judged by the claims of all studies."""
    claims = [claim for of_study in verdicts.values() for claim in of_study.claims]
    readings = {i: entry for item in verdicts.values() for i, entry in item.readings.items()}
    return judged_statements(documents, claims, readings)


def with_requested(
    verdicts: Verdicts, requests: Sequence[Job], made: Sequence[JudgedClaim]
) -> Verdicts:
    """Return the verdicts with those on experiments on request, as far as these were made."""
    by_id = {claim.id: claim for claim in made}
    return replace(
        verdicts,
        claims=[by_id.get(claim.id, claim) for claim in verdicts.claims],
        on_request={name: rule_of(job) for job in requests for name in job.params["results"]},
    )


def without_pooled(verdicts: Mapping[str, Verdicts]) -> str:
    """Return a sentence on the studies that show a single root seed's verdicts, or nothing."""
    alone = [study for study, of_study in verdicts.items() if not of_study.pooled]
    if not alone:
        return ""
    seeds = sorted({seed for study in alone for seed in verdicts[study].root_seeds})
    return (
        f"Verdicts of {_listed(alone)} are those of root seed {_listed(seeds)} alone: pooled "
        "verdicts over root seeds that nobody had looked at do not follow from the present "
        "results (`snakemake replication` makes them)."
    )


def _listed(names: Sequence[object]) -> str:
    words = [str(name) for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
