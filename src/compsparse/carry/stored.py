"""Stored verdicts follow from the stored numbers, by the code that judges now.

Tables keep every replicate's value, so this costs seconds: no verdict, pooled or in a world, is
taken on trust.
"""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from compsparse.carry.committed import Committed
from compsparse.carry.errors import CarryError
from compsparse.claims.judged import JudgedClaim, read_claims
from compsparse.claims.measurement import Measurement
from compsparse.claims.registry import Registry
from compsparse.claims.verdict import judge_measurement
from compsparse.replication.pooled import pooled_claims
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.artifacts.tables import read_table
from workflow_engine.provenance.record import Record

_POOLED = ("id", "value", "low", "high", "seeds", "verdict", "seeds_needed", "holds_at")
_JUDGED = ("holds", "fails", "undecided")


def require_same_replication(committed: Committed, record: Record) -> None:
    """Judge the stored replicates again: at each root seed, and pooled.

    Raises:
        CarryError: a stored verdict is not the one that the present code gives.
    """
    out, outputs = committed.out, record.job.outputs
    run = read_claims(out / f"{record.job.study}/claims.json")
    for claim in run:
        _require_verdict(claim, claim.measurement, claim.verdict, "the run's root seed")
    table = read_table(out / outputs["table"])
    repeated = {}
    for seed, rows in table.groupby("root_seed", sort=False):
        by_id = {str(row["claim"]): row for row in rows.to_dict("records")}
        repeated[int(str(seed))] = [_judged_there(claim, by_id[claim.id]) for claim in run]
    for seed, claims in repeated.items():
        for claim in claims:
            _require_verdict(claim, claim.measurement, claim.verdict, f"root seed {seed}")
    found = [
        claim.pooled_row() for claim in pooled_claims(run, repeated, record.job.params["root_seed"])
    ]
    stored = read_json(out / outputs["pooled"])
    for now, was in zip(found, stored, strict=True):
        for name in _POOLED:
            if now[name] != was[name]:
                raise CarryError(
                    f"{outputs['pooled']}: {was['id']} has {name} {was[name]!r}, and the present "
                    f"code pools the stored replicates to {now[name]!r}."
                )


def _judged_there(claim: JudgedClaim, row: Mapping[Any, Any]) -> JudgedClaim:
    """Return a claim as it was judged at another root seed, from a row of the table."""
    if pd.isna(row["value"]):
        nothing = dict.fromkeys(("value", "low", "high", "seeds", "samples", "successes"))
        return claim.model_copy(update={**nothing, "verdict": row["verdict"]})
    text = row["samples"]
    samples = None if pd.isna(text) else [float(value) for value in str(text).split()]
    number = int(row["seeds"])
    successes = None if claim.successes is None else round(row["value"] * number)
    measured = {name: float(row[name]) for name in ("value", "low", "high")}
    return claim.model_copy(
        update={
            **measured,
            "seeds": number,
            "samples": samples,
            "successes": successes,
            "verdict": row["verdict"],
        }
    )


def require_same_worlds(committed: Committed, record: Record, registry: Registry) -> None:
    """Judge the stored measurements of all worlds again.

    Raises:
        CarryError: as above.
    """
    claims = {claim.id: claim for claim in registry.claims}
    for row in read_table(committed.out / record.job.outputs["table"]).to_dict("records"):
        if not pd.isna(row["value"]):
            value, low, high = (float(row[name]) for name in ("value", "low", "high"))
            measurement = Measurement(value=value, low=low, high=high, n=int(row["seeds"]))
            place = f"world {row['world']}"
            _require_verdict(claims[str(row["claim"])], measurement, str(row["verdict"]), place)


def _require_verdict(claim: Any, measurement: Measurement | None, verdict: str, place: str) -> None:
    if measurement is None or verdict not in _JUDGED:
        return
    now = judge_measurement(claim.kind, claim.accept, measurement).verdict
    if now != verdict:
        raise CarryError(
            f"{claim.id} {verdict} at {place} as stored, and {now} by the present code, of the "
            "same numbers."
        )
