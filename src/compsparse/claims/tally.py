"""How many claims hold, fail, stay undecided or cannot be tested; checks and bounds apart."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import get_args

from compsparse.claims.judged import JudgedClaim
from compsparse.claims.verdict import Verdict

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
# a 95 % interval misses the true value in at most this share of all repetitions
ERROR_RATE = 0.05


@dataclass(frozen=True)
class Tally:
    """Counts by verdict.

    Attributes:
        evidence: claims whose band comes from the document, a theorem or a calculation.
        checks: what fails on an error in the code only.
        regression: claims whose band comes from a prototype; no evidence for the document.
        intervals: statistical ones that were judged by an interval, of any sort.
    """

    evidence: Counter[Verdict]
    checks: Counter[Verdict]
    regression: Counter[Verdict]
    intervals: int

    @classmethod
    def of(cls, claims: Iterable[JudgedClaim]) -> "Tally":
        """Count ``claims``."""
        claims = list(claims)
        return cls(
            evidence=Counter(claim.verdict for claim in claims if claim.is_evidence),
            checks=Counter(claim.verdict for claim in claims if claim.role == "check"),
            regression=Counter(claim.verdict for claim in claims if is_bound(claim)),
            intervals=sum(
                claim.kind == "statistical" and claim.verdict != "not testable" for claim in claims
            ),
        )

    @property
    def expected_wrong(self) -> float:
        """The number of verdicts expected to be wrong by chance, at most."""
        return ERROR_RATE * self.intervals


def is_bound(claim: JudgedClaim) -> bool:
    """Say whether a claim is a regression bound."""
    return claim.role == "claim" and not claim.is_evidence


def counted(counts: Counter[Verdict], noun: str) -> str:
    """Return ``3 checks: 2 hold, 1 fails``; just the number where there is none."""
    total = counts.total()
    text = f"{total} {noun}{'' if total == 1 else 's'}"
    return f"{text}: {in_words(counts)}" if total else text


def in_words(counts: Counter[Verdict]) -> str:
    """Return ``12 hold, 1 fails, 2 not testable``; verdicts without a claim are left out."""
    plural = {"holds": "hold", "fails": "fail"}
    return ", ".join(
        f"{counts[verdict]} {verdict if counts[verdict] == 1 else plural.get(verdict, verdict)}"
        for verdict in VERDICTS
        if counts[verdict]
    )
