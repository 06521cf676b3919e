"""How many claims hold, fail, stay undecided or cannot be tested; regression bounds apart."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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
        regression: claims whose band comes from a prototype; no evidence for the document.
        intervals: statistical claims that were judged by an interval, of either sort.
    """

    evidence: Counter[Verdict]
    regression: Counter[Verdict]
    intervals: int

    @classmethod
    def of(cls, claims: Iterable[JudgedClaim]) -> "Tally":
        """Count ``claims``."""
        claims = list(claims)
        return cls(
            evidence=Counter(claim.verdict for claim in claims if claim.is_evidence),
            regression=Counter(claim.verdict for claim in claims if not claim.is_evidence),
            intervals=sum(
                claim.kind == "statistical" and claim.verdict != "not testable" for claim in claims
            ),
        )

    @property
    def expected_wrong(self) -> float:
        """The number of verdicts expected to be wrong by chance, at most."""
        return ERROR_RATE * self.intervals


def tally_table(
    studies: Mapping[str, Sequence[JudgedClaim]],
) -> tuple[list[str], list[list[str]]]:
    """Return how many claims of each study have which verdict: a header, and a row a study."""
    rows = []
    for study, claims in studies.items():
        tally = Tally.of(claims)
        scales = ", ".join(dict.fromkeys(claim.judged_at for claim in claims))
        counts = [str(tally.evidence[verdict]) for verdict in VERDICTS]
        rows.append([study, scales, *counts, in_words(tally.regression) or "none"])
    return ["study", "scale", *VERDICTS, "regression bounds (apart)"], rows


def in_words(counts: Counter[Verdict]) -> str:
    """Return ``12 hold, 1 fails, 2 not testable``; verdicts without a claim are left out."""
    plural = {"holds": "hold", "fails": "fail"}
    return ", ".join(
        f"{counts[verdict]} {verdict if counts[verdict] == 1 else plural.get(verdict, verdict)}"
        for verdict in VERDICTS
        if counts[verdict]
    )
