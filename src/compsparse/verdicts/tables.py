"""The verdicts of a study as tables: a row for every claim and root seed, or claim and world."""

from collections.abc import Iterable, Sequence

import pandas as pd

from compsparse.verdicts.official_claim import OfficialClaim

_MEASURED = ("value", "low", "high", "seeds")


def at_root_seeds(claims: Iterable[OfficialClaim]) -> pd.DataFrame:
    """Return the verdict on each claim at each root seed but the run's, beside the run's."""
    rows = [
        {
            "claim": claim.id,
            "kind": claim.kind,
            "root_seed": seed,
            "run_verdict": claim.run.verdict,
            "verdict": found.verdict,
            "same": claim.run.verdict == found.verdict,
            **{name: getattr(found, name) for name in _MEASURED},
        }
        for claim in claims
        for seed, found in list(claim.alone.items())[1:]
    ]
    columns = ["claim", "kind", "root_seed", "run_verdict", "verdict", "same", *_MEASURED]
    # whole numbers, or none
    return pd.DataFrame(rows, columns=columns).astype({"seeds": "Int64"})


def in_worlds(claims: Sequence[OfficialClaim]) -> pd.DataFrame:
    """Return the verdict on each claim in each world, beside the run's."""
    rows = [
        {
            "claim": claim.id,
            "role": claim.role,
            "world": world,
            "run_verdict": claim.run.verdict,
            "verdict": found.verdict,
            **{name: getattr(found, name) for name in _MEASURED},
            "apart": found.apart,
            "expected": found.expected,
            "reason": found.reason,
        }
        for claim in claims
        for world, found in claim.worlds.items()
    ]
    columns = ["claim", "role", "world", "run_verdict", "verdict", *_MEASURED]
    # yes and no, or nothing
    return pd.DataFrame(rows, columns=[*columns, "apart", "expected", "reason"]).astype(
        {"seeds": "Int64", "apart": "boolean"}
    )
