"""How many verdicts a replication left unchanged, and whether that is enough."""

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from compsparse.claims.verdict import Kind

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


def shares(tables: Iterable[pd.DataFrame]) -> list[Share]:
    """Count over all ``tables``, by kind of claim.

    A pair that is not testable in the run and not at the other seed says nothing; it is left out.
    """
    rows = pd.concat(list(tables))
    testable = (rows["committed_verdict"] != "not testable") | (rows["verdict"] != "not testable")
    rows = rows[testable]
    return [
        Share(
            kind, int((rows["kind"] == kind).sum()), int(rows["same"][rows["kind"] == kind].sum())
        )
        for kind in REQUIRED
    ]
