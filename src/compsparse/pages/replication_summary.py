"""How many verdicts a replication left unchanged, and whether that is enough."""

from collections.abc import Iterable
from dataclasses import dataclass

from compsparse.claims.verdict import Kind
from compsparse.verdicts.official_claim import OfficialClaim

# fixed before the first replication: statistical verdicts may change by chance, exact ones may not
REQUIRED: dict[Kind, float] = {"exact": 1.0, "statistical": 0.9}
# of statistical claims, by the replicates of all root seeds together
DECIDED = 0.95


@dataclass(frozen=True)
class Share:
    """Pairs of claim and root seed, and how many of them have the verdict of the run."""

    kind: Kind
    pairs: int
    same: int

    @property
    def value(self) -> float | None:
        """The share of unchanged verdicts; None where there is no pair."""
        return self.same / self.pairs if self.pairs else None

    @property
    def suffices(self) -> bool:
        """Whether as many verdicts are unchanged as are required."""
        return self.same >= REQUIRED[self.kind] * self.pairs


def shares(claims: Iterable[OfficialClaim]) -> list[Share]:
    """Count over claims and root seeds, by kind of claim.

    A pair that is not testable in the run and not at the other seed says nothing; it is left out.
    """
    pairs = [
        (claim.kind, claim.run.verdict, found.verdict)
        for claim in claims
        for found in claim.others.values()
        if not claim.run.verdict == found.verdict == "not testable"
    ]
    return [
        Share(
            kind,
            sum(k == kind for k, _, _ in pairs),
            sum(k == kind and run == there for k, run, there in pairs),
        )
        for kind in REQUIRED
    ]
