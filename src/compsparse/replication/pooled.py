"""Pooled verdicts: the replicates of several root seeds together decide a statistical claim.

They are the official ones where the root seeds were fixed before anyone saw a number at them. A run
shows the verdicts of its own root seed.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from compsparse.claims.judged import NOT_YET_EXPLAINED, JudgedClaim
from compsparse.claims.measurement import Measurement
from compsparse.claims.theory import AgainstTheory, against_theory
from compsparse.claims.verdict import Judgment, Verdict, judge_measurement
from compsparse.replication.errors import ReplicationError
from compsparse.statistics.intervals import Interval, interval_of_mean
from compsparse.statistics.proportions import interval_of_probability
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.validation.strict_model import validated

_DECIDED = {
    *("id", "value", "low", "high", "seeds", "asymptotic", "finite_size"),
    *("verdict", "seeds_needed", "why", "root_seeds", "holds_at", "alone"),
}


class PooledClaim(JudgedClaim):
    """A claim judged on the replicates of several root seeds together.

    Attributes:
        root_seeds: whose replicates were pooled.
        holds_at: the number of root seeds at which the claim holds alone.
        alone: the verdict at the run's own root seed, which is not among them.
    """

    root_seeds: list[int]
    holds_at: int
    alone: Verdict

    def pooled_row(self) -> dict[str, Any]:
        """Return what pooling decided, as a JSON value; words stand in ``claims.json``."""
        return self.model_dump(include=_DECIDED)

    @property
    def differs(self) -> bool:
        """Whether the run's own root seed says something else."""
        return self.alone != self.verdict


def pooled_claims(
    run: Sequence[JudgedClaim], repeated: Mapping[int, Sequence[JudgedClaim]], root_seed: int
) -> list[PooledClaim]:
    """Judge every claim on the replicates of all repetitions.

    Args:
        run: the claims as the run judged them.
        repeated: the same claims by root seed, in the same order.
        root_seed: root of the bootstraps.
    """
    claims = zip(run, *repeated.values(), strict=True)
    return [_pooled(present, others, list(repeated), root_seed) for present, *others in claims]


def _pooled(
    present: JudgedClaim, others: Sequence[JudgedClaim], root_seeds: list[int], root_seed: int
) -> PooledClaim:
    measurements = [claim.measurement for claim in others]
    measured = [item for item in measurements if item is not None]
    judgment, together = Judgment("not testable"), None
    if measured and all(claim.verdict != "not testable" for claim in others):
        together = pooled(present.metric, measured, root_seed)
        judgment = judge_measurement(present.kind, present.accept, together)
    needs_explanation = judgment.verdict in {"fails", "undecided"}
    without = NOT_YET_EXPLAINED if needs_explanation else ""
    return PooledClaim.model_validate(
        dict(present)
        | {
            "value": together.value if together else None,
            "low": together.low if together else None,
            "high": together.high if together else None,
            "seeds": together.n if together else None,
            "samples": together.samples if together else None,
            "successes": together.successes if together else None,
            "asymptotic": against_theory(
                present, _theory([c.asymptotic for c in others]), together
            ),
            "finite_size": against_theory(
                present, _theory([c.finite_size for c in others]), together
            ),
            "verdict": judgment.verdict,
            "seeds_needed": judgment.seeds_needed,
            "why": present.explanations.get(judgment.verdict, without),
            "root_seeds": root_seeds,
            "holds_at": sum(claim.verdict == "holds" for claim in others),
            "alone": present.verdict,
        }
    )


def _theory(found: Sequence[AgainstTheory | None]) -> float | None:
    """Return theory's number; what it predicts for drawn sizes is averaged over root seeds."""
    numbers = [item.theory for item in found if item is not None]
    return float(np.mean(numbers)) if len(numbers) == len(found) and numbers else None


def pooled(metric: str, measured: Sequence[Measurement], root_seed: int) -> Measurement:
    """Return one measurement on the replicates of several.

    Means are those of all samples, shares those of all trials, by the interval functions that
    judge a single root seed. What has neither is exact, or a summary of its own: all of its values
    must lie where one must.
    """
    sampled = [item.samples for item in measured if item.samples is not None]
    counted = [item.successes for item in measured if item.successes is not None]
    number = sum(item.n for item in measured)
    if len(sampled) == len(measured):
        low, high = measured[0].support or (None, None)
        support = (-np.inf if low is None else low, np.inf if high is None else high)
        values = np.concatenate([np.array(item, dtype=np.float64) for item in sampled])
        name = f"{metric} over root seeds"
        return _as_measurement(
            interval_of_mean(values, root_seed=root_seed, name=name, support=support)
        )
    if len(counted) == len(measured):
        return _as_measurement(interval_of_probability(sum(counted), number))
    return Measurement(
        value=float(np.mean([item.value for item in measured])),
        low=min(item.low for item in measured),
        high=max(item.high for item in measured),
        n=number,
    )


def _as_measurement(interval: Interval) -> Measurement:
    return Measurement.model_validate(interval.as_metric())


def read_pooled(path: Path, run: Sequence[JudgedClaim]) -> list[PooledClaim]:
    """Read pooled verdicts on the claims of a run.

    Raises:
        ReplicationError: not a list of pooled verdicts, or not on these claims.
        ArtifactError: missing or not JSON.
    """
    rows = read_json(path)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ReplicationError(
            f"{path}: allowed is a list of pooled verdicts. `snakemake replication` makes it again."
        )
    if [row.get("id") for row in rows] != [claim.id for claim in run]:
        raise ReplicationError(
            f"{path} is about other claims than claims.json. `snakemake` deletes the file, "
            "`snakemake replication` makes it again."
        )
    return [
        validated(f"{path}, claim {present.id}", dict(present) | row, PooledClaim, ReplicationError)
        for present, row in zip(run, rows, strict=True)
    ]
