"""What pooling should decide, from the spread of the replicates of one root seed.

It tells whether a run has enough replicates before a root seed is used that nobody has looked at.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from compsparse.claims.judged import JudgedClaim
from compsparse.claims.verdict import judge_measurement
from compsparse.replication.pooled import pooled


@dataclass(frozen=True)
class Expected:
    """How many statistical claims pooling should decide.

    Attributes:
        claims: that are testable and measured.
        undecided: ids of those whose pooled interval should still lie across an edge.
    """

    claims: int
    undecided: tuple[str, ...]

    @property
    def share(self) -> float | None:
        """The share that should be decided; None without claims."""
        return 1.0 - len(self.undecided) / self.claims if self.claims else None


def expected_of(run: Iterable[JudgedClaim], root_seeds: int, root_seed: int) -> Expected:
    """Judge as if each of some root seeds gave the replicates of the run.

    Args:
        run: the claims as the run judged them.
        root_seeds: how many would be pooled.
        root_seed: root of the bootstraps.
    """
    found = {
        claim.id: judge_measurement(
            claim.kind, claim.accept, pooled(claim.metric, [measured] * root_seeds, root_seed)
        ).verdict
        for claim in run
        if claim.kind == "statistical" and claim.verdict != "not testable"
        if (measured := claim.measurement) is not None
    }
    return Expected(len(found), tuple(i for i, verdict in found.items() if verdict == "undecided"))
