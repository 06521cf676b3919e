"""The table of a replication: a row for every claim and root seed."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from compsparse.claims.judged import JudgedClaim
from compsparse.replication.errors import ReplicationError


def compared(
    committed: Sequence[JudgedClaim], repeated: Mapping[int, Sequence[JudgedClaim]]
) -> pd.DataFrame:
    """Hold the verdicts at other root seeds against those of the run.

    Args:
        committed: the claims as the run judged them.
        repeated: the same claims by root seed.

    Returns:
        A row for every claim and root seed: verdict of the run, verdict at that seed, whether they
        are the same, and what was measured at that seed, each replicate's value included.

    Raises:
        ReplicationError: a repetition judged other claims than the run, or there are none.
    """
    ids = [claim.id for claim in committed]
    if not ids:
        raise ReplicationError("The study has no claims, so there is nothing to replicate.")
    rows = []
    for seed, claims in repeated.items():
        if [claim.id for claim in claims] != ids:
            raise ReplicationError(
                f"At root seed {seed} other claims were judged than in this run. Start "
                "`snakemake replication` again; it brings both up to date."
            )
        rows += [_row(was, seed, now) for was, now in zip(committed, claims, strict=True)]
    # in the order of the claims, so that the seeds of a claim stand together
    rows.sort(key=lambda row: ids.index(row["claim"]))
    return pd.DataFrame(rows).astype({"seeds": "Int64"})  # whole numbers, or none


def _row(was: JudgedClaim, seed: int, now: JudgedClaim) -> dict[str, Any]:
    return {
        "claim": was.id,
        "kind": was.kind,
        "root_seed": seed,
        "committed_verdict": was.verdict,
        "verdict": now.verdict,
        "same": was.verdict == now.verdict,
        "value": now.value,
        "low": now.low,
        "high": now.high,
        "seeds": now.seeds,
        # exact text of numbers, so that a reader can pool them again
        "samples": " ".join(map(repr, now.samples or ())),
    }
