"""Markdown tables, and how a judged claim reads in one."""

from collections.abc import Iterable, Sequence

from compsparse.claims.judged import JudgedClaim

COLUMNS = ("claim", "source", "value [95 % interval] (seeds)", "accept", "origin", "verdict", "why")


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; bars and line breaks in cells cannot break it.

    Raises:
        ValueError: a row of another length than the header.
    """
    lines = [header, ["---"] * len(header), *rows]
    for cells in lines:
        if len(cells) != len(header):
            raise ValueError(
                f"A table row has {len(cells)} cells but the header has {len(header)}: {cells}."
            )
    return "\n".join("| " + " | ".join(map(_cell, cells)) + " |" for cells in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def claims_table(claims: Iterable[JudgedClaim]) -> str:
    """Return one row per claim: what was claimed, what was measured, what that decides."""
    return markdown_table(
        COLUMNS,
        (
            (
                claim.statement,
                claim.source,
                value_text(claim),
                str(claim.accept),
                claim.origin,
                verdict_text(claim),
                claim.why,
            )
            for claim in claims
        ),
    )


def value_text(claim: JudgedClaim) -> str:
    """Return ``0.83 [0.71, 0.95] (4)``, the value alone if exact, a dash if not measured."""
    if claim.value is None or claim.low is None or claim.high is None:
        return "-"
    if claim.kind == "exact":
        return f"{claim.value:.4g}"
    return f"{claim.value:.4g} [{claim.low:.4g}, {claim.high:.4g}] ({claim.seeds})"


def verdict_text(claim: JudgedClaim) -> str:
    """Return the verdict, and what it would take where there is none."""
    if claim.verdict == "not testable":
        return f"not testable below scale {claim.scale}"
    if claim.verdict == "undecided" and claim.seeds_needed is not None:
        return f"undecided ({claim.seeds_needed} seeds would decide)"
    return claim.verdict
