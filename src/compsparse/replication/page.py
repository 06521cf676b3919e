"""The generated page ``docs/replication.md``."""

from collections.abc import Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pandas as pd

from compsparse.claims.judged import JudgedClaim
from compsparse.claims.table import markdown_table, value_text, verdict_text
from compsparse.replication.errors import ReplicationError
from compsparse.replication.expected import Expected
from compsparse.replication.pooled import PooledClaim
from compsparse.replication.summary import DECIDED, REQUIRED, Share, shares
from workflow_engine.provenance.record import carried_over

_INTRODUCTION = f"""# Replication

This page is generated from `results/<study>/tables/replication.csv` and `pooled.json`; do not edit
it.

`snakemake replication` does every study again at the root seeds in `replication.root_seeds` of
params.yaml: other data, graphs, initial networks and orders, everything else equal. The verdict on
each claim there is held against that of the run. Then the replicates of all these root seeds decide
together, by the same interval function: the *pooled* verdict. The table keeps every replicate's
value, so that anybody can pool them again.

Required were the same verdicts for {REQUIRED["exact"]:.0%} of all pairs of exact claim and seed and
for at least {REQUIRED["statistical"]:.0%} of all pairs of statistical claim and seed. Claims that
are not testable at this scale do not count.

A repetition is a run of its own in `results/.scratch/<scale>-seed<N>`, tracked by nobody. The
record of the table holds its parameters, the code and the environment of every step behind a
verdict, and the committed verdicts. When one of them changes, the table no longer follows from
them: the audit names it, and the next run deletes it. `snakemake replication` makes it again."""


def replication_page(
    studies: Mapping[str, Sequence[JudgedClaim]],
    tables: Mapping[str, pd.DataFrame],
    pooled: Mapping[str, Sequence[PooledClaim]],
    expected: Mapping[str, Expected],
    carried: Mapping[str, int] = MappingProxyType({}),
) -> str:
    """Return the page: summary, then every changed verdict of each study.

    Args:
        studies: the committed claims by study, in the order of the page.
        tables: the replication of each study that has one.
        pooled: its pooled verdicts.
        expected: what pooling should decide, from the spread at the run's own root seed.
        carried: how often each study's table was carried over a change of code.

    Raises:
        ReplicationError: a table is about other claims than the committed ones.
    """
    parts = [_INTRODUCTION, "## Summary", _summary(studies, tables)]
    parts += [carried_over(carried)] if any(carried.values()) else []
    parts += ["## What pooling should decide", _expected(expected)]
    if pooled:
        parts += ["## What root seeds decide together", _decided(pooled)]
    for study, claims in studies.items():
        if study in pooled:
            parts += [f"## {study}: what pooling changes", _differences(pooled[study])]
        if study in tables:
            parts += [f"## {study}: changed verdicts", _changes(claims, tables[study])]
    return "\n\n".join(parts) + "\n"


def _summary(
    studies: Mapping[str, Sequence[JudgedClaim]], tables: Mapping[str, pd.DataFrame]
) -> str:
    kinds = [f"{kind} verdicts unchanged" for kind in REQUIRED]
    rows = []
    for study in studies:
        if study not in tables:
            rows.append([study, "not replicated with the present results", *("-" for _ in kinds)])
            continue
        seeds = ", ".join(str(seed) for seed in sorted(tables[study]["root_seed"].unique()))
        rows.append([study, seeds, *map(_in_words, shares([tables[study]]))])
    table = markdown_table(["study", "root seeds", *kinds], rows)
    if not tables:
        return table
    verdicts = "; ".join(
        f"{share.kind} claims: {_in_words(share)}" + (", too few" if not share.suffices else "")
        for share in shares(tables.values())
    )
    return f"{table}\n\nOver all replicated studies: {verdicts}."


def _expected(expected: Mapping[str, Expected]) -> str:
    rows = [
        [
            study,
            str(found.claims),
            "none testable" if found.share is None else f"{found.share:.1%}",
            ", ".join(found.undecided) or "none",
        ]
        for study, found in expected.items()
    ]
    header = ["study", "statistical claims and checks", "should be decided", "should stay open"]
    return (
        "From the spread of the replicates at the run's own root seed, as if each of the root "
        "seeds that are pooled had the same. A run is to have as many replicates that "
        f"{DECIDED:.0%} are decided; none is added once they are pooled.\n\n"
        + markdown_table(header, rows)
    )


def _decided(pooled: Mapping[str, Sequence[PooledClaim]]) -> str:
    """Return how many statistical claims the replicates of all root seeds decide."""
    rows = []
    for study, claims in pooled.items():
        judged = [c for c in claims if c.kind == "statistical" and c.verdict != "not testable"]
        counts = [sum(c.verdict == v for c in judged) for v in ("holds", "fails", "undecided")]
        decided = f"{1 - counts[-1] / len(judged):.1%}" if judged else "none testable"
        partly = sum(c.verdict == "holds" and c.holds_at < len(c.root_seeds) for c in judged)
        differing = sum(c.differs for c in judged)
        rows.append([study, *map(str, counts), decided, str(partly), str(differing)])
    header = ["study", "holds", "fails", "undecided", "decided", "holds, but not at each root seed"]
    return "Statistical claims and checks by their pooled verdict.\n\n" + markdown_table(
        [*header, "differs from the run's"], rows
    )


def _differences(claims: Sequence[PooledClaim]) -> str:
    """Return the claims on which pooling says something else than the run, or nothing yet."""
    rows = [
        [
            claim.statement,
            claim.id,
            str(claim.accept),
            claim.alone,
            verdict_text(claim),
            value_text(claim),
            f"{claim.holds_at} of {len(claim.root_seeds)}",
        ]
        for claim in claims
        if claim.differs or claim.verdict == "undecided"
    ]
    if not rows:
        return "Nothing."
    header = ["claim", "id", "accept", "the run", "pooled", "pooled value", "holds alone at"]
    return markdown_table(header, rows)


def _in_words(share: Share) -> str:
    if share.value is None:
        return "none testable"
    return f"{share.same} of {share.pairs} ({share.value:.1%})"


def _changes(claims: Sequence[JudgedClaim], table: pd.DataFrame) -> str:
    by_id = {claim.id: claim for claim in claims}
    if unknown := sorted(set(table["claim"]) - set(by_id)):
        raise ReplicationError(
            f"replication.csv is about claims that claims.json does not have: {unknown[:3]}. "
            "`snakemake` deletes the table, `snakemake replication` makes it again."
        )
    rows = []
    for row in table[~table["same"]].to_dict("records"):
        claim = by_id[row["claim"]]
        rows.append(
            [
                claim.statement,
                claim.id,
                claim.kind,
                str(claim.accept),
                str(row["root_seed"]),
                str(row["committed_verdict"]),
                str(row["verdict"]),
                _measured(row),
            ]
        )
    if not rows:
        return "None."
    header = ["claim", "id", "kind", "accept", "root seed", "committed", "there", "value there"]
    return markdown_table(header, rows)


def _measured(row: Mapping[Hashable, Any]) -> str:
    if pd.isna(row["value"]):
        return "-"
    if row["kind"] == "exact":
        return f"{row['value']:.4g}"
    return f"{row['value']:.4g} [{row['low']:.4g}, {row['high']:.4g}] ({row['seeds']})"
