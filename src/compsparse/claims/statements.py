"""What the verdicts on claims say about each statement of the documents: a rule without judgment.

Only claims speak for a statement. Checks say that the code does what the construction asks for;
regression bounds say nothing about a document.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from compsparse.claims.documents import OUT_OF_SCOPE, Document, Documents, Entry
from compsparse.claims.judged import JudgedClaim

StatementVerdict = Literal[
    "holds",
    "holds in part",
    "fails",
    "undecided",
    "by construction",
    "not testable at this scale",
    "not built",
]
STATEMENT_VERDICTS: tuple[StatementVerdict, ...] = get_args(StatementVerdict)
_NOT_TESTABLE: StatementVerdict = "not testable at this scale"


@dataclass(frozen=True)
class JudgedStatement:
    """An entry of a document, and what bears on it.

    Attributes:
        claims, checks: those that name the entry in ``tests``.
    """

    document: Document
    entry: Entry
    verdict: StatementVerdict
    claims: Sequence[JudgedClaim]
    checks: Sequence[JudgedClaim]


def judged_statements(documents: Documents, claims: Iterable[JudgedClaim]) -> list[JudgedStatement]:
    """Return every statement that is in scope with its verdict, in the order of the documents."""
    speaking: dict[str, list[JudgedClaim]] = {}
    checking: dict[str, list[JudgedClaim]] = {}
    for claim in claims:
        bearing = speaking if claim.is_evidence else checking
        for statement in claim.tests if claim.is_evidence or claim.role == "check" else []:
            bearing.setdefault(statement, []).append(claim)
    found = []
    for document in documents.documents:
        for entry in document.entries:
            if entry.owner == OUT_OF_SCOPE:
                continue
            for_it, checks = speaking.get(entry.id, []), checking.get(entry.id, [])
            finished = entry.owner in documents.finished
            verdict = statement_verdict(entry, for_it, checks) if finished else "not built"
            found.append(JudgedStatement(document, entry, verdict, for_it, checks))
    return found


def statement_verdict(
    entry: Entry, claims: Sequence[JudgedClaim], checks: Sequence[JudgedClaim]
) -> StatementVerdict:
    """Return the verdict on an entry of a finished study, by the rule of docs/evidence.md."""
    if not claims and not checks:
        return "not built"
    bearing = claims or checks
    verdicts = {claim.verdict for claim in bearing} - {"not testable"}
    if not verdicts:
        return _NOT_TESTABLE
    if verdicts == {"holds"} and not claims:
        return "by construction"
    if verdicts == {"holds"}:
        return "holds in part" if entry.in_part else "holds"
    if "holds" in verdicts and claims:
        return "holds in part"
    # a check that does not hold is a fault of the code; it may not pass for a construction
    return "fails" if "fails" in verdicts else "undecided"


def count_statements(
    statements: Iterable[JudgedStatement],
) -> dict[str, Counter[StatementVerdict]]:
    """Return how many statements of each document have which verdict, by the document's id."""
    counts: dict[str, Counter[StatementVerdict]] = {}
    for statement in statements:
        counts.setdefault(statement.document.id, Counter())[statement.verdict] += 1
    return counts
