"""Claims before and after: their verdicts, their values, and what they say."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError

from compsparse.claims.band import Band
from compsparse.comparison.agreement import Measured
from compsparse.comparison.difference import number_text, relative
from workflow_engine.artifacts.json_values import read_json

# most important first
ClaimState = Literal["verdict", "removed", "added", "redefined", "moved", "agrees", "equal"]
CLAIM_STATES: tuple[ClaimState, ...] = (
    "verdict",
    "removed",
    "added",
    "redefined",
    "moved",
    "agrees",
    "equal",
)

# what makes it another claim, though it has the same id
_DEFINITION = ("role", "metric", "kind", "accept", "scale")
_WORDS = (
    *("statement", "source", "tests", "asymptotic", "finite_size", "margin"),
    *("origin", "band", "why", "figure", "registered"),
)
_ALWAYS = {"statement", "source", "origin", "band", "why"}


@dataclass(frozen=True)
class ClaimChange:
    """One claim before and after; None where that side lacks it.

    Attributes:
        redefined: fields that decide the verdict, or what it speaks for, and differ.
        reworded: fields that say something and differ.
    """

    study: str
    id: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    state: ClaimState
    redefined: tuple[str, ...] = ()
    reworded: tuple[str, ...] = ()

    @property
    def metric(self) -> str | None:
        """The metric that the claim is about, ``<result>.<metric>``."""
        metric = (self.after or self.before or {}).get("metric")
        return metric if isinstance(metric, str) else None

    @property
    def shift(self) -> float:
        """The relative difference of the values; 0 where there are no two of them."""
        before, after = _measured(self.before), _measured(self.after)
        return relative(before.value, after.value) if before and after else 0.0

    def as_json(self) -> dict[str, Any]:
        """Return the change for machines."""
        fields = ("verdict", "value", "low", "high", "seeds", "judged_at", *_DEFINITION)
        return {
            "study": self.study,
            "id": self.id,
            "state": self.state,
            "before": self.before and {name: self.before.get(name) for name in fields},
            "after": self.after and {name: self.after.get(name) for name in fields},
            "redefined": list(self.redefined),
            "reworded": list(self.reworded),
        }


def compare_claims(study: str, before: Path, after: Path) -> list[ClaimChange]:
    """Compare the verdicts of two runs of a study, by its folders; without a file no claims.

    Raises:
        ArtifactError: a file that is not JSON.
    """
    old, new = _claims(before), _claims(after)
    return [_change(study, name, old.get(name), new.get(name)) for name in {**old, **new}]


def _claims(folder: Path) -> dict[str, dict[str, Any]]:
    """Return claims by id, read leniently: older revisions wrote other fields, and claims.json."""
    path = folder / "run_claims.json"
    path = path if path.is_file() else folder / "claims.json"
    rows = read_json(path) if path.is_file() else []
    rows = rows if isinstance(rows, list) else []
    named = [row for row in rows if isinstance(row, dict) and "id" in row]
    return {str(row["id"]): _in_one_form(row) for row in named}


def _in_one_form(row: dict[str, Any]) -> dict[str, Any]:
    """Return a claim with theory's numbers for what is measured against them.

    Before there were checks, a row had no role, its ``theory`` was the asymptotic number, and it
    named one commit.
    """
    found = {"role": "claim", **row}
    for name in ("asymptotic", "finite_size"):
        if isinstance(found.get(name), dict):
            found[name] = found[name].get("theory")
    if "theory" in found:
        theory = found.pop("theory")
        # nothing has a relative deviation from 0, and equality asks for no more than its band
        equality = "equal" in str(found.get("accept"))
        told = theory and found.get("value") is not None and not equality
        found["asymptotic"] = theory if told else None
    if not isinstance(found.get("registered", {}), dict):
        found["registered"] = {"first": found["registered"], "last": found["registered"]}
    return found


def _change(
    study: str, name: str, before: dict[str, Any] | None, after: dict[str, Any] | None
) -> ClaimChange:
    if before is None or after is None:
        return ClaimChange(study, name, before, after, "added" if before is None else "removed")
    redefined = tuple(f for f in _DEFINITION if before.get(f) != after.get(f))
    # a field that one side's form lacks says nothing
    told_by_both = [f for f in _WORDS if (f in before and f in after) or f in _ALWAYS]
    reworded = tuple(f for f in told_by_both if before.get(f) != after.get(f))
    return ClaimChange(
        study, name, before, after, _state(before, after, redefined), redefined, reworded
    )


def _state(before: dict[str, Any], after: dict[str, Any], redefined: tuple[str, ...]) -> ClaimState:
    if before.get("verdict") != after.get("verdict"):
        return "verdict"
    if redefined:
        return "redefined"
    old, new = _measured(before), _measured(after)
    if old == new:
        return "equal"
    if old is None or new is None:
        return "moved"
    if before.get("kind") == "exact":
        # an exact claim has no interval: its band is all the tolerance that it has
        accepted = _accepts(before.get("accept"), old) and _accepts(after.get("accept"), new)
        return "agrees" if accepted or old.agrees_with(new) else "moved"
    return "agrees" if old.agrees_with(new) else "moved"


def _accepts(accept: object, measured: Measured) -> bool:
    try:
        band = Band.model_validate(accept)
    except ValidationError:
        return False  # an older revision's way to write a band
    return all(map(band.contains, (measured.low, measured.value, measured.high)))


def _measured(claim: dict[str, Any] | None) -> Measured | None:
    return Measured.read(claim, seeds="seeds") if claim is not None else None


def claim_value_text(claim: dict[str, Any]) -> str:
    """Return ``holds, 0.83 [0.71, 0.95] (4 seeds)``."""
    measured = _measured(claim)
    verdict = str(claim.get("verdict"))
    if measured is None:
        return f"{verdict}, not measured"
    if claim.get("kind") != "statistical":
        return f"{verdict}, {number_text(measured.value)}"
    interval = f"[{number_text(measured.low)}, {number_text(measured.high)}]"
    return f"{verdict}, {number_text(measured.value)} {interval} ({measured.n} seeds)"
