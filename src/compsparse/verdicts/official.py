"""The verdicts of a study as pages and commands tell them, with the words that people wrote."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from compsparse.claims.documents import Documents
from compsparse.claims.readings import ClaimReading, read_readings
from compsparse.claims.statements import JudgedStatement, judged_statements
from compsparse.verdicts.headlines import Told, read_headlines, told
from compsparse.verdicts.official_claim import OfficialClaim
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import REQUEST, rule_of


@dataclass(frozen=True)
class Verdicts:
    """The verdicts on the claims and checks of a study.

    Attributes:
        on_request: results that no ordinary run makes, with what Snakemake is asked for; where
            they were made, their verdicts are those of that run.
        headlines: what they answer, by result, and what the run's own picture says.
        readings: how each claim reads its document, by id.
    """

    claims: Sequence[OfficialClaim]
    on_request: Mapping[str, str] = field(default_factory=dict)
    headlines: Mapping[str, Told] = field(default_factory=dict)
    readings: Mapping[str, ClaimReading] = field(default_factory=dict)

    @property
    def root_seeds(self) -> tuple[int, ...]:
        """Those whose replicates decide; of experiments on request where there is nothing else."""
        ordinary = [claim for claim in self.claims if claim.result not in self.on_request]
        claims = ordinary or self.claims
        return tuple(dict.fromkeys(seed for claim in claims for seed in claim.root_seeds))

    @property
    def pooled(self) -> bool:
        """Whether several root seeds were judged together."""
        return any(claim.pooled for claim in self.claims)

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


def with_words(root: Path, study: str, verdicts: Verdicts) -> Verdicts:
    """Return the verdicts with what they answer and how they read the document, as people wrote."""
    path = root / f"workflow/headlines/{study}.yaml"
    words = read_headlines(path) if path.is_file() else {}
    path = root / f"workflow/readings/{study}.yaml"
    return replace(
        verdicts,
        headlines=told(study, words, verdicts.claims),
        readings=read_readings(path) if path.is_file() else {},
    )


def all_statements(documents: Documents, verdicts: Mapping[str, Verdicts]) -> list[JudgedStatement]:
    """Return the statements of all documents, judged by the claims of all studies."""
    claims = [claim for of_study in verdicts.values() for claim in of_study.claims]
    readings = {i: entry for item in verdicts.values() for i, entry in item.readings.items()}
    return judged_statements(documents, claims, readings)


def on_request(jobs: Iterable[Job]) -> dict[str, str]:
    """Return the results of experiments on request, with what Snakemake is asked for."""
    requests = [job for job in jobs if job.step == REQUEST]
    return {name: rule_of(job) for job in requests for name in job.params["results"]}


def without_pooled(verdicts: Mapping[str, Verdicts]) -> str:
    """Return a sentence on the studies that show a single root seed's verdicts, or nothing."""
    alone = [
        study
        for study, of_study in verdicts.items()
        if not of_study.pooled
        and any(claim.result not in of_study.on_request for claim in of_study.claims)
    ]
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
