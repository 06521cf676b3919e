"""The official verdicts of a study, from what was measured in the run and wherever it was repeated.

Nothing is measured here: an edit of a claim's words or band changes verdicts in a second, and
repeats no run.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from compsparse.claims.judge import judge_claim
from compsparse.claims.judged import NOT_YET_EXPLAINED, JudgedClaim
from compsparse.claims.measurement import Measurement, Metrics
from compsparse.claims.needs import unmet
from compsparse.claims.registry import Claim, Registry
from compsparse.claims.theory import AgainstTheory, against_theory
from compsparse.claims.verdict import Judgment, Verdict, judge_measurement
from compsparse.replication.pooled import pooled
from compsparse.verdicts.official_claim import Found, OfficialClaim
from compsparse.worlds.comparison import in_world
from compsparse.worlds.outcome import Outcome
from compsparse.worlds.registry import Expected
from workflow_engine.configuration.scales import Scale, is_below


@dataclass(frozen=True)
class Measured:
    """What a study measured, wherever a record holds.

    Attributes:
        root_seed: that of the run.
        scale: of everything.
        run: the metrics of the run.
        requested: those of experiments on request, made at the run's root seed alone.
        repeated: those at other root seeds.
        hold_out: those at a root seed that is reported and decides nothing.
        worlds: what came of each world.
        expected: what was expected of claims, by world.
    """

    root_seed: int
    scale: Scale
    run: Metrics
    requested: Metrics = field(default_factory=dict)
    repeated: Mapping[int, Metrics] = field(default_factory=dict)
    hold_out: Mapping[int, Metrics] = field(default_factory=dict)
    worlds: Mapping[str, Outcome] = field(default_factory=dict)
    expected: Mapping[str, Mapping[str, Expected]] = field(default_factory=dict)


def assembled(registry: Registry, measured: Measured) -> list[OfficialClaim]:
    """Return every claim and check of a study with all that is known of its verdict."""
    return [_official(claim, registry, measured) for claim in registry.claims]


def _official(claim: Claim, registry: Registry, measured: Measured) -> OfficialClaim:
    run = judge_claim(claim, registry, measured.run | measured.requested, measured.scale)

    def elsewhere(found: Mapping[int, Metrics]) -> dict[int, JudgedClaim]:
        if claim.result in measured.requested:
            return {}
        return {s: judge_claim(claim, registry, m, measured.scale) for s, m in found.items()}

    worlds = {
        name: in_world(claim, registry, outcome, measured.scale, run)
        | {"expected": measured.expected.get(name, {}).get(claim.id)}
        for name, outcome in measured.worlds.items()
    }
    hold_out = elsewhere(measured.hold_out)
    others = elsewhere(measured.repeated)
    lacking = _unmet_together(claim, measured) if others else None
    return official(run, others, measured.root_seed, worlds, hold_out, lacking)


def _unmet_together(claim: Claim, measured: Measured) -> str | None:
    """Return why a claim is not testable at all root seeds together, None where it is."""
    found = [metrics.get(claim.result, {}) for metrics in measured.repeated.values()]
    together = {}
    for need in claim.needs:
        name = f"{claim.result}.{need.metric}"
        values = [metrics[need.metric] for metrics in found if need.metric in metrics]
        if len(values) == len(found):
            together[need.metric] = pooled(name, values, measured.root_seed)
    return unmet(claim.needs, together)


def official(
    run: JudgedClaim,
    others: Mapping[int, JudgedClaim],
    root_seed: int,
    worlds: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
    hold_out: Mapping[int, JudgedClaim] = MappingProxyType({}),
    lacking: str | None = None,
) -> OfficialClaim:
    """Return a claim of which the replicates of other root seeds decide, where there are some.

    Args:
        run: as the run judged it.
        others: the same by other root seeds.
        root_seed: of the run, and of the bootstraps.
        worlds: what came of it in worlds.
        hold_out: the same by root seeds that decide nothing.
        lacking: what the replicates of the others together lack, so that nothing can be said.
    """
    judged = _together(run, list(others.values()), root_seed, lacking) if others else run
    return OfficialClaim.model_validate(
        dict(judged)
        | {
            "root_seeds": list(others) or [root_seed],
            "alone": {seed: Found.of(c) for seed, c in {root_seed: run, **others}.items()},
            "foreseen": _foreseen(run, len(others), root_seed),
            "worlds": dict(worlds),
            "hold_out": {seed: Found.of(c) for seed, c in hold_out.items()},
        }
    )


def _together(
    run: JudgedClaim, others: Sequence[JudgedClaim], root_seed: int, lacking: str | None
) -> JudgedClaim:
    """Judge the replicates of several root seeds as one measurement.

    What a claim needs is judged by all of them as well: one root seed alone may have too little.
    """
    found = [item for claim in others if (item := claim.measurement) is not None]
    judgment, together = Judgment("not testable"), None
    if len(found) == len(others) and not is_below(run.judged_at, run.scale) and lacking is None:
        together = pooled(run.metric, found, root_seed)
        judgment = judge_measurement(run.kind, run.accept, together)
    without = NOT_YET_EXPLAINED if judgment.verdict in {"fails", "undecided"} else ""
    if judgment.verdict == "not testable":
        without = lacking or next((claim.why for claim in others if claim.why), "")
    return run.model_copy(
        update={
            **_numbers(together),
            "asymptotic": against_theory(run, _mean([c.asymptotic for c in others]), together),
            "finite_size": against_theory(run, _mean([c.finite_size for c in others]), together),
            "verdict": judgment.verdict,
            "seeds_needed": judgment.seeds_needed,
            "why": run.explanations.get(judgment.verdict, without),
        }
    )


def _numbers(measurement: Measurement | None) -> dict[str, object]:
    if measurement is None:
        return dict.fromkeys(("value", "low", "high", "seeds", "samples", "successes"))
    return {
        "value": measurement.value,
        "low": measurement.low,
        "high": measurement.high,
        "seeds": measurement.n,
        "samples": measurement.samples,
        "successes": measurement.successes,
    }


def _mean(found: Sequence[AgainstTheory | None]) -> float | None:
    """Return theory's number; what it predicts for drawn sizes is averaged over root seeds."""
    numbers = [item.theory for item in found if item is not None]
    return float(np.mean(numbers)) if len(numbers) == len(found) and numbers else None


def _foreseen(run: JudgedClaim, root_seeds: int, root_seed: int) -> Verdict | None:
    """Judge as if each of some root seeds gave the replicates of the run.

    It tells whether a run has enough replicates before a root seed is used that nobody has seen.
    """
    measurement = run.measurement
    if not root_seeds or run.kind != "statistical" or measurement is None:
        return None
    if run.verdict == "not testable":
        return None
    together = pooled(run.metric, [measurement] * root_seeds, root_seed)
    return judge_measurement(run.kind, run.accept, together).verdict
