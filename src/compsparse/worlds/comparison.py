"""The table of a study's worlds: a row for every claim and world."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import pandas as pd

from compsparse.claims.judge import judge_claim
from compsparse.claims.judged import JudgedClaim
from compsparse.claims.measurement import Measurement, Metrics
from compsparse.claims.registry import Claim, Registry
from compsparse.worlds.errors import WorldsError
from workflow_engine.configuration.scales import Scale
from workflow_engine.configuration.worlds import IDENTITY

VerdictThere = Literal[
    "fails", "holds", "undecided", "not measured", "not touched", "left out", "not testable"
]
NOT_MEASURED, NOT_TOUCHED, LEFT_OUT = "not measured", "not touched", "left out"
_NO_METRIC = "the evaluation there gives no such metric"


@dataclass(frozen=True)
class Outcome:
    """What came of a study's evaluations in a world.

    Attributes:
        metrics: of the results that the world touches and that could be evaluated.
        missing: why others could not, by result.
        left_out: results that were not evaluated, to save the time.
    """

    metrics: Metrics
    missing: Mapping[str, str]
    left_out: Collection[str] = ()


def compared(
    registry: Registry,
    scale: Scale,
    base: Metrics,
    worlds: Mapping[str, Outcome],
    expected: Mapping[str, frozenset[str]],
) -> pd.DataFrame:
    """Judge every claim and check in every world, and hold it against the run.

    Args:
        registry: the study's claims, as they were registered.
        scale: of the run and of the worlds.
        base: what the run measured.
        worlds: what was measured in each world, the identity first.
        expected: claims that are expected to fail, by world.

    Returns:
        A row for every claim and world. ``apart``: the intervals of run and world do not meet.

    Raises:
        WorldsError: the identity does not reproduce the run, or there is nothing to judge.
    """
    if not registry.claims:
        raise WorldsError(f"The study {registry.study} has no claims, so no world can break one.")
    _require_identity(base, worlds[IDENTITY])
    rows = []
    for claim in registry.claims:
        was = judge_claim(claim, registry, base, scale)
        for name, outcome in worlds.items():
            rows.append(
                {
                    "claim": claim.id,
                    "role": claim.role,
                    "world": name,
                    "base_verdict": was.verdict,
                    **_there(claim, registry, outcome, scale, was),
                }
                | {"expected": claim.id in expected[name]}
            )
    columns = [*(name for name in rows[0] if name != "reason"), "reason"]
    # whole numbers, yes and no, or nothing
    return pd.DataFrame(rows, columns=columns).astype({"seeds": "Int64", "apart": "boolean"})


def _require_identity(base: Metrics, identity: Outcome) -> None:
    """Refuse worlds whose machinery alone changes something.

    Raises:
        WorldsError: naming the first metric that differs.
    """
    for result, reason in identity.missing.items():
        raise WorldsError(
            f"In the world {IDENTITY}, which changes nothing, {result} could not be evaluated: "
            f"{reason}. The run could; so what carries the worlds out changes something by itself."
        )
    for result, metrics in identity.metrics.items():
        run = base.get(result, {})
        for name in sorted(run.keys() | metrics.keys()):
            if run.get(name) != metrics.get(name):
                raise WorldsError(
                    f"In the world {IDENTITY}, which changes nothing, {result}.{name} is "
                    f"{_in_words(metrics.get(name))}; in the run it is {_in_words(run.get(name))}. "
                    "What carries the worlds out changes something by itself (another order of "
                    "draws, another type), so no verdict in the other worlds means anything. "
                    "Correct the study's module of worlds."
                )


def _in_words(measurement: Measurement | None) -> str:
    if measurement is None:
        return "absent"
    return f"{measurement.value!r} [{measurement.low!r}, {measurement.high!r}] ({measurement.n})"


def _there(
    claim: Claim, registry: Registry, outcome: Outcome, scale: Scale, was: JudgedClaim
) -> dict[str, Any]:
    if claim.result in outcome.missing:
        return _row(NOT_MEASURED, reason=outcome.missing[claim.result])
    if claim.result in outcome.left_out:
        return _row(LEFT_OUT)
    if claim.result not in outcome.metrics:
        return _row(NOT_TOUCHED)
    now = judge_claim(claim, registry, outcome.metrics, scale)
    if now.value is None and was.value is not None:
        return _row(NOT_MEASURED, reason=_NO_METRIC)
    return _row(now.verdict, now, _apart(was, now))


def _row(
    verdict: str, now: JudgedClaim | None = None, apart: bool | None = None, reason: str = ""
) -> dict[str, Any]:
    return {
        "verdict": verdict,
        "value": now.value if now else None,
        "low": now.low if now else None,
        "high": now.high if now else None,
        "seeds": now.seeds if now else None,
        "apart": apart,
        "reason": reason,
    }


def _apart(was: JudgedClaim, now: JudgedClaim) -> bool | None:
    if was.low is None or was.high is None or now.low is None or now.high is None:
        return None
    return now.low > was.high or now.high < was.low
