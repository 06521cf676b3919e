"""A claim in a world: judged there by the same band, and held against the run."""

from typing import Any, Literal

from compsparse.claims.judge import judge_claim
from compsparse.claims.judged import JudgedClaim
from compsparse.claims.registry import Claim, Registry
from compsparse.worlds.outcome import Outcome
from workflow_engine.configuration.scales import Scale

VerdictThere = Literal[
    "fails", "holds", "undecided", "not measured", "not touched", "left out", "not testable"
]
NOT_MEASURED, NOT_TOUCHED, LEFT_OUT = "not measured", "not touched", "left out"
_NO_METRIC = "the evaluation there gives no such metric"


def in_world(
    claim: Claim, registry: Registry, outcome: Outcome, scale: Scale, was: JudgedClaim
) -> dict[str, Any]:
    """Return what came of a claim in a world, held against the run's verdict ``was``.

    ``apart``: the intervals of run and world do not meet.
    """
    if claim.result in outcome.missing:
        return _row(NOT_MEASURED, reason=outcome.missing[claim.result])
    if claim.result in outcome.left_out:
        return _row(LEFT_OUT)
    if claim.result not in outcome.metrics:
        return _row(NOT_TOUCHED)
    now = judge_claim(claim, registry, outcome.metrics, scale)
    if now.value is None and was.value is not None:
        return _row(NOT_MEASURED, reason=_NO_METRIC)
    reason = now.why if now.verdict == "not testable" else ""
    return _row(now.verdict, now, _apart(was, now), reason)


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
