"""What the verdicts on claims say about each statement of the documents: a rule without judgment.

Only claims speak for a statement. Checks say that the code does what the construction asks for;
regression bounds say nothing about a document. A statement has two verdicts: as printed, and under
the controls that its document lacks; claims beyond the document decide neither.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from compsparse.claims.documents import OUT_OF_SCOPE, Document, Documents, Entry
from compsparse.claims.judged import JudgedClaim
from compsparse.claims.readings import ClaimReading, Reading

StatementVerdict = Literal[
    "holds",
    "holds in part",
    "fails",
    "undecided",
    "by construction",
    "not testable at this scale",
    "not tested as printed",
    "not built",
]
STATEMENT_VERDICTS: tuple[StatementVerdict, ...] = get_args(StatementVerdict)
_NOT_TESTABLE: StatementVerdict = "not testable at this scale"


@dataclass(frozen=True)
class JudgedStatement:
    """An entry of a document, and what bears on it.

    Attributes:
        printed: the verdict on what the document says, by its own measure.
        controlled: that under controls which the document lacks; None where there are none.
        claims, checks: those that name the entry in ``tests``.
    """

    document: Document
    entry: Entry
    printed: StatementVerdict
    controlled: StatementVerdict | None
    claims: Sequence[JudgedClaim]
    checks: Sequence[JudgedClaim]


def judged_statements(
    documents: Documents,
    claims: Iterable[JudgedClaim],
    readings: Mapping[str, ClaimReading] = MappingProxyType({}),
) -> list[JudgedStatement]:
    """Return every statement that is in scope with its verdicts, in the order of the documents.

    Args:
        documents: with their entries.
        claims: official ones of all studies.
        readings: by the claims' ids; a claim without one counts as printed.
    """
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
            read: dict[Reading, list[JudgedClaim]] = {}
            for claim in for_it if entry.owner in documents.finished else []:
                reading = readings[claim.id].reading if claim.id in readings else "printed"
                read.setdefault(reading, []).append(claim)
            under_control = read.get("controlled", [])
            found.append(
                JudgedStatement(
                    document,
                    entry,
                    _as_printed(entry, documents, read.get("printed", []), for_it, checks),
                    statement_verdict(entry, under_control, []) if under_control else None,
                    for_it,
                    checks,
                )
            )
    return found


def _as_printed(
    entry: Entry,
    documents: Documents,
    printed: Sequence[JudgedClaim],
    claims: Sequence[JudgedClaim],
    checks: Sequence[JudgedClaim],
) -> StatementVerdict:
    if entry.owner not in documents.finished:
        return "not built"
    if claims and not printed and not checks:
        return "not tested as printed"
    return statement_verdict(entry, printed, checks)


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
    """Return how many statements of each document have which verdict as printed, by its id."""
    counts: dict[str, Counter[StatementVerdict]] = {}
    for statement in statements:
        counts.setdefault(statement.document.id, Counter())[statement.printed] += 1
    return counts


def count_controlled(
    statements: Iterable[JudgedStatement],
) -> dict[str, Counter[StatementVerdict]]:
    """Return how many statements of each document have which verdict under control, by its id."""
    counts: dict[str, Counter[StatementVerdict]] = {}
    for statement in statements:
        found = counts.setdefault(statement.document.id, Counter())
        if statement.controlled is not None:
            found[statement.controlled] += 1
    return counts
