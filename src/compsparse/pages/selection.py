"""Which claims a command asks for: by study, result, verdict and statement."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from compsparse.claims.documents import OUT_OF_SCOPE, Documents
from compsparse.claims.errors import ClaimsError
from compsparse.claims.tally import VERDICTS
from compsparse.verdicts.official import Verdicts
from compsparse.verdicts.official_claim import OfficialClaim
from workflow_engine.configuration.study_packages import study_packages
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.names import ids_on_request, nearest, result_ids
from workflow_engine.validation.printable import printable


@dataclass(frozen=True)
class Selection:
    """What is asked for; of each sort, any of those that are named, and all where none is.

    Attributes:
        whole: studies.
        results: results, and the study of each; beside the studies, not within them.
        verdicts: verdicts on claims.
        statements: ids of the documents' statements that claims test.
    """

    whole: frozenset[str]
    results: Mapping[str, str]
    verdicts: frozenset[str] = frozenset()
    statements: tuple[str, ...] = ()

    @property
    def studies(self) -> frozenset[str]:
        """The studies that hold what is asked for; none where all are."""
        return self.whole | frozenset(self.results.values())

    @property
    def is_narrow(self) -> bool:
        """Whether anything was named."""
        return bool(self.studies or self.verdicts or self.statements)

    def of(self, studies: Mapping[str, Verdicts]) -> dict[str, Verdicts]:
        """Return the claims that are asked for."""
        return {
            study: replace(of_study, claims=[c for c in of_study.claims if self._asked(study, c)])
            for study, of_study in studies.items()
        }

    def _asked(self, study: str, claim: OfficialClaim) -> bool:
        named = not self.studies or study in self.whole or claim.result in self.results
        judged = not self.verdicts or claim.verdict in self.verdicts
        return (
            named
            and judged
            and (not self.statements or not set(self.statements).isdisjoint(claim.tests))
        )


def selected(
    names: Collection[str],
    jobs: Mapping[str, Job],
    *,
    verdicts: Collection[str] = (),
    statements: Collection[str] = (),
    documents: Documents | None = None,
) -> Selection:
    """Return what is asked for.

    Raises:
        ClaimsError: a name of no study and no result, a verdict that there is not, or a statement
            that no document has; the message has the nearest.
    """
    makers = result_ids(jobs) | ids_on_request(jobs)
    results = {name: job.study for name, job in makers.items()}
    studies = {job.study for job in jobs.values()} | study_packages()
    for name in names:
        if name not in results and name not in studies:
            question = nearest(name, studies | results.keys())
            raise ClaimsError(
                f"There is no study and no result {printable(name)}. Allowed: "
                f"{', '.join(sorted(studies))}, or a result's id, as `compsparse claims STUDY` "
                f"lists them.{question}"
            )
    return Selection(
        frozenset(name for name in names if name in studies),
        {name: results[name] for name in names if name in results},
        frozenset(_verdict(word) for word in verdicts),
        tuple(_statement(name, documents) for name in statements),
    )


def _verdict(word: str) -> str:
    verdict = word.replace("-", " ").replace("_", " ").lower()
    if verdict not in VERDICTS:
        raise ClaimsError(
            f"There is no verdict {printable(word)}. Allowed: {', '.join(VERDICTS)}."
            f"{nearest(verdict, VERDICTS)}"
        )
    return verdict


def _statement(name: str, documents: Documents | None) -> str:
    entries = {e.id: e for d in documents.documents for e in d.entries} if documents else {}
    if name not in entries:
        raise ClaimsError(
            f"There is no statement {printable(name)}. Allowed: an id of "
            f"workflow/claims/documents.yaml, as docs/documents shows.{nearest(name, entries)}"
        )
    if entries[name].owner == OUT_OF_SCOPE:
        reason = " ".join((entries[name].reason or "no reason is given").split())
        raise ClaimsError(f"The statement {name} is out of scope, so nothing tests it: {reason}")
    return name
