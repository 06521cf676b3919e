"""A claim with all that is known of its verdict: official, at each root seed, in each world."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from compsparse.claims.errors import ClaimsError
from compsparse.claims.judged import JudgedClaim
from compsparse.claims.verdict import Verdict
from compsparse.worlds.comparison import VerdictThere
from compsparse.worlds.registry import Expected
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.configuration.worlds import IDENTITY
from workflow_engine.validation.strict_model import StrictModel, validated


class Found(StrictModel):
    """What was measured at one root seed, and the verdict that it gives alone."""

    verdict: Verdict
    value: float | None = None
    low: float | None = None
    high: float | None = None
    seeds: int | None = None

    @classmethod
    def of(cls, claim: JudgedClaim) -> "Found":
        """Return what a judged claim says."""
        return cls(
            verdict=claim.verdict,
            value=claim.value,
            low=claim.low,
            high=claim.high,
            seeds=claim.seeds,
        )


class FoundInWorld(StrictModel):
    """What came of a claim in a world.

    Attributes:
        apart: whether the intervals of run and world do not meet; None where there are not two.
        expected: what was expected of it there, before the run that counts; None for nothing.
        reason: why it was not measured.
    """

    verdict: VerdictThere
    value: float | None = None
    low: float | None = None
    high: float | None = None
    seeds: int | None = None
    apart: bool | None = None
    expected: Expected | None = None
    reason: str = ""


def _by_number(found: object) -> object:
    """Return a mapping by root seeds, which are text as keys of JSON."""
    if not isinstance(found, dict):
        return found
    return {int(k) if isinstance(k, str) and k.isdecimal() else k: v for k, v in found.items()}


class OfficialClaim(JudgedClaim):
    """A claim with its official verdict, that of several root seeds together where there are some.

    Attributes:
        root_seeds: whose replicates decide; the run's own alone where nothing else is known.
        alone: by root seed, the run's own first, what it says alone.
        foreseen: what pooling should give, from the spread at the run's own root seed; None where
            nothing is pooled.
        worlds: by world, what came of it there.
        hold_out: by root seed, what a run says that decides nothing and was made last.
    """

    root_seeds: list[int]
    alone: Annotated[dict[int, Found], BeforeValidator(_by_number)]
    foreseen: Verdict | None = None
    worlds: dict[str, FoundInWorld] = Field(default_factory=dict)
    hold_out: Annotated[dict[int, Found], BeforeValidator(_by_number)] = Field(default_factory=dict)

    @property
    def run(self) -> Found:
        """What the run's own root seed says."""
        return next(iter(self.alone.values()))

    @property
    def others(self) -> dict[int, Found]:
        """What each root seed but the run's own says."""
        return dict(list(self.alone.items())[1:])

    @property
    def pooled(self) -> bool:
        """Whether several root seeds were judged together."""
        return self.root_seeds != list(self.alone)[:1]

    @property
    def holds_at(self) -> int:
        """The number of root seeds, of those that decide, at which the claim holds alone."""
        return sum(self.alone[seed].verdict == "holds" for seed in self.root_seeds)

    @property
    def differs(self) -> bool:
        """Whether the run's own root seed says something else."""
        return self.run.verdict != self.verdict

    @property
    def lacks(self) -> str:
        """What no world has shown of the official verdict, or nothing."""
        if self.worlds and self.verdict == "fails" and not self.where("holds"):
            return "not shown able to hold"
        if self.worlds and self.verdict == "holds" and not self.where("fails"):
            return "not shown able to fail"
        return ""

    @property
    def can_fail(self) -> bool:
        """Whether it fails anywhere: in a world, in the run, at a root seed or pooled.

        What is not testable at the scale of the run was not tried.
        """
        anywhere = {self.verdict, *(found.verdict for found in self.alone.values())}
        untested = self.run.verdict == "not testable"
        return "fails" in anywhere or untested or bool(self.where("fails"))

    def where(self, verdict: str) -> tuple[str, ...]:
        """Return the worlds, identity apart, that give this verdict."""
        return tuple(
            name
            for name, found in self.worlds.items()
            if found.verdict == verdict and name != IDENTITY
        )

    def row(self) -> dict[str, Any]:
        """Return the claim as a JSON value; samples stand where they were measured."""
        row = self.model_dump(mode="json", exclude={"samples", "support", "successes", "root_seed"})
        row["accept"] = self.accept.as_json()
        row["alone"] = {str(seed): _brief(found) for seed, found in self.alone.items()}
        row["worlds"] = {name: _brief(found) for name, found in self.worlds.items()}
        return row


def _brief(found: Found | FoundInWorld) -> dict[str, Any]:
    return found.model_dump(mode="json", exclude_defaults=True)


def read_official(path: Path) -> list[OfficialClaim]:
    """Read a ``claims.json``.

    Raises:
        ClaimsError: not a list of such claims.
        ArtifactError: missing or not JSON.
    """
    rows = read_json(path)
    if not isinstance(rows, list):
        raise ClaimsError(
            f"{path}: the file holds {type(rows).__name__}; allowed: a list of claims. Run the "
            "step assemble of its study again."
        )
    return [
        validated(f"{path}, claim {number}", row, OfficialClaim, ClaimsError)
        for number, row in enumerate(rows)
    ]
