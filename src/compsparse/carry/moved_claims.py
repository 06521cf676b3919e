"""A register whose claims only moved: stored numbers are told in its words.

Claims may become checks or the reverse, be dropped, and have other words. What decides a verdict
(metric, band, kind, theory) is as it was: a new claim, or one that is judged otherwise, needs root
seeds that nobody has seen.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from compsparse.carry.committed import Committed
from compsparse.carry.errors import CarryError
from compsparse.claims.judged import NOT_YET_EXPLAINED, JudgedClaim, read_claims
from compsparse.claims.registry import Claim, Registry
from compsparse.worlds.picture import picture
from compsparse.worlds.registry import expectations, read_worlds
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.artifacts.tables import read_table
from workflow_engine.provenance.job import Job

_DECIDING = ("metric", "kind", "accept", "scale", "theory", "finite_size", "margin", "origin")
Content = Mapping[str, object]  # of a job's outputs, by their names


@dataclass(frozen=True)
class Moves:
    """How two registers of a study differ.

    Attributes:
        dropped: ids of claims that are there no more.
        roles: ids of claims that are checks now, or of checks that are claims.
    """

    dropped: tuple[str, ...]
    roles: tuple[str, ...]


def require_only_moved(old: Registry, new: Registry) -> Moves:
    """Compare two registers.

    Raises:
        CarryError: a claim is new, or judged otherwise.
    """
    before = {claim.id: claim for claim in old.claims}
    after = {claim.id: claim for claim in new.claims}
    for name, claim in after.items():
        was = before.get(name)
        if was is None:
            raise CarryError(
                f"The claim {name} is new: it is judged at root seeds that nobody has seen. Make "
                "the tables anew: `snakemake replication worlds`."
            )
        for field in _DECIDING:
            value, other = getattr(was, field), getattr(claim, field)
            if value != other:
                raise CarryError(
                    f"{field} of the claim {name} was {value!s} and is {other!s}: it is judged "
                    "otherwise, at root seeds that nobody has seen. Make the tables anew: "
                    "`snakemake replication worlds`."
                )
    return Moves(
        tuple(name for name in before if name not in after),
        tuple(name for name, claim in after.items() if claim.role != before[name].role),
    )


def replication_content(committed: Committed, job: Job, new: Registry) -> Content:
    """Return the stored table of root seeds, and pooled verdicts, on the claims that are left."""
    table = read_table(committed.out / job.outputs["table"])
    claims = {claim.id: claim for claim in new.claims}
    pooled = {row["id"]: row for row in read_json(committed.out / job.outputs["pooled"])}
    return {
        "table": _rows(table, claims).astype({"seeds": "Int64"}),
        "pooled": [pooled[name] | {"why": _why(c, pooled[name])} for name, c in claims.items()],
    }


def worlds_content(committed: Committed, job: Job, new: Registry, root: Path) -> Content:
    """Return the stored table of worlds on the claims that are left, and its picture.

    Raises:
        CarryError: another failure is expected of a claim than before.
    """
    claims = {claim.id: claim for claim in new.claims}
    table = _rows(read_table(committed.out / job.outputs["table"]), claims)
    expected = expectations(read_worlds(root / job.sources["worlds"], new))
    table["role"] = [claims[name].role for name in table["claim"]]
    now = [name in expected[world] for name, world in table[["claim", "world"]].itertuples(False)]
    changed = table[(table["expected"] != now) & (table["role"] == "claim")]
    if len(changed):
        first = changed.iloc[0]
        raise CarryError(
            f"{job.sources['worlds']} expects otherwise of {first['claim']} in the world "
            f"{first['world']} than before it was run. What was predicted stays."
        )
    table["expected"] = now
    table = table.astype({"seeds": "Int64", "apart": "boolean"})
    drawn = picture(table, new)
    return {"table": table, "svg": drawn, "png": drawn}


def requested_claims(committed: Committed, job: Job, new: Registry) -> list[dict[str, Any]]:
    """Return the stored verdicts on an experiment on request, in the words of the register."""
    stored = {claim.id: claim for claim in read_claims(committed.out / job.outputs["claims"])}
    return [_told(claim, stored[claim.id]) for claim in new.claims if claim.id in stored]


def _rows(table: pd.DataFrame, claims: Mapping[str, Claim]) -> pd.DataFrame:
    """Return the rows of the claims that are left, in the order of the register."""
    place = {name: number for number, name in enumerate(claims)}
    order = table["claim"].map(place)
    kept = table[order.notna()].assign(order=order).sort_values("order", kind="stable")
    return kept.drop(columns="order").reset_index(drop=True)


def _why(claim: Claim, row: Mapping[str, Any]) -> str:
    explained: str = claim.why.get(row["verdict"], "")
    return explained or (NOT_YET_EXPLAINED if row["verdict"] in {"fails", "undecided"} else "")


def _told(claim: Claim, stored: JudgedClaim) -> dict[str, Any]:
    words = ("role", "tests", "statement", "source", "band", "registered")
    told = stored.model_copy(
        update={name: getattr(claim, name) for name in words}
        | {
            "margin_reason": claim.margin_reason or "",
            "why": _why(claim, {"verdict": stored.verdict}),
            "explanations": claim.why,
        }
    )
    return told.row()
