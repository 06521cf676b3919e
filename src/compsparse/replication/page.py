"""The generated page ``docs/replication.md``."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import pandas as pd

from compsparse.claims.judged import JudgedClaim
from compsparse.claims.table import markdown_table
from compsparse.replication.errors import ReplicationError
from compsparse.replication.summary import REQUIRED, Share, shares

_INTRODUCTION = f"""# Replication

This page is generated from `results/<study>/tables/replication.csv`; do not edit it.

`snakemake replication` does every study again at the root seeds in `replication.root_seeds` of
params.yaml: other data, graphs, initial networks and orders, everything else equal. The seeds were
fixed before and nothing was ever tuned on them. The verdict on each claim there is held against the
committed one.

Required were the same verdicts for {REQUIRED["exact"]:.0%} of all pairs of exact claim and seed and
for at least {REQUIRED["statistical"]:.0%} of all pairs of statistical claim and seed. Claims that
are not testable at this scale do not count.

A repetition is a run of its own in `results/.scratch/<scale>-seed<N>`, tracked by nobody. The
record of the table holds its parameters, the code and the environment of every step behind a
verdict, and the committed verdicts. When one of them changes, the table no longer follows from
them: the audit names it, and the next run deletes it. `snakemake replication` makes it again."""


def replication_page(
    studies: Mapping[str, Sequence[JudgedClaim]], tables: Mapping[str, pd.DataFrame]
) -> str:
    """Return the page: summary, then every changed verdict of each study.

    Args:
        studies: the committed claims by study, in the order of the page.
        tables: the replication of each study that has one.

    Raises:
        ReplicationError: a table is about other claims than the committed ones.
    """
    parts = [_INTRODUCTION, "## Summary", _summary(studies, tables)]
    for study, claims in studies.items():
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
