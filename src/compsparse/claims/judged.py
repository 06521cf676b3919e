"""Claims as one run judges them: the rows of ``results/<study>/run_claims.json``."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import Field

from compsparse.claims.band import Band
from compsparse.claims.errors import ClaimsError
from compsparse.claims.measurement import Measurement, Support
from compsparse.claims.registry import Origin, Registered, Role
from compsparse.claims.theory import AgainstTheory
from compsparse.claims.verdict import Kind, Verdict
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.configuration.scales import Scale
from workflow_engine.validation.strict_model import StrictModel, validated

NOT_YET_EXPLAINED = "not yet explained"


class JudgedClaim(StrictModel):
    """A claim or check, the measurement it was judged on and the verdict.

    Attributes:
        tests: ids of the documents' statements that the verdict speaks about.
        figure: the picture of the claim's result, or its table where there is no picture.
        value, low, high, seeds: the measurement; None where it was not made at this scale.
        samples, support, successes: what it is pooled with those of other root seeds by.
        asymptotic, finite_size: the measurement held against theory's numbers; None without one.
        scale: the smallest scale at which the claim is testable.
        why, explanations: what explains this verdict; what would explain others.
        judged_at: the scale of the run.
        root_seed: of the run, where the verdict is that of one.
        registered: the commits in which the claim was first and last committed.
    """

    id: str
    role: Role
    tests: list[str]
    figure: str
    statement: str
    source: str
    metric: str
    kind: Kind
    value: float | None
    low: float | None
    high: float | None
    seeds: int | None
    samples: list[float] | None = None
    support: Support | None = None
    successes: int | None = None
    asymptotic: AgainstTheory | None
    finite_size: AgainstTheory | None
    margin: float
    margin_reason: str
    accept: Band
    origin: Origin
    band: str
    scale: Scale
    judged_at: Scale
    root_seed: int | None = None
    verdict: Verdict
    seeds_needed: int | None
    why: str
    explanations: dict[Verdict, str] = Field(default_factory=dict)
    registered: Registered

    @property
    def measurement(self) -> Measurement | None:
        """What was measured, if anything was."""
        if self.value is None or self.low is None or self.high is None or self.seeds is None:
            return None
        return Measurement(
            value=self.value,
            low=self.low,
            high=self.high,
            n=self.seeds,
            samples=self.samples,
            support=self.support,
            successes=self.successes,
        )

    @property
    def result(self) -> str:
        """The id of the result that it stands under."""
        return self.metric.partition(".")[0]

    @property
    def is_evidence(self) -> bool:
        """Whether the verdict speaks about the document, not about the code or a regression."""
        return self.role == "claim" and self.origin != "prototype"

    def row(self) -> dict[str, Any]:
        """Return the claim as a JSON value; ``accept`` holds only the bounds that were given."""
        return {**self.model_dump(), "accept": self.accept.as_json()}


def read_claims(path: Path) -> list[JudgedClaim]:
    """Read a ``run_claims.json``.

    Raises:
        ClaimsError: not a list of judged claims.
        ArtifactError: missing or not JSON.
    """
    rows = read_json(path)
    if not isinstance(rows, list):
        raise ClaimsError(
            f"{path}: the file holds {type(rows).__name__}; allowed: a list of judged claims. "
            "Run the judge step of its study again."
        )
    return [
        validated(f"{path}, claim {i}", row, JudgedClaim, ClaimsError) for i, row in enumerate(rows)
    ]


def unexplained(claims: Iterable[JudgedClaim]) -> list[str]:
    """Return the ids of the claims that failed or stayed undecided without a word of why."""
    return [claim.id for claim in claims if claim.why == NOT_YET_EXPLAINED]
