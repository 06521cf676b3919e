"""Markdown tables, and how the value and the verdict of a judged claim read in one."""

from collections.abc import Iterable, Sequence

from compsparse.claims.judged import JudgedClaim

_ROUNDING = 1e-12  # of sums in double precision


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


def value_text(claim: JudgedClaim) -> str:
    """Return ``0.83 [0.71, 0.95], n = 4``, the value alone if exact, a dash if not measured."""
    if claim.value is None or claim.low is None or claim.high is None:
        return "-"
    if claim.kind == "exact" and claim.low == claim.high:
        return f"{claim.value:.4g}"
    low, high = (_without_rounding(end, claim.high - claim.low) for end in (claim.low, claim.high))
    interval = f"{claim.value:.4g} [{low:.4g}, {high:.4g}]"
    return interval if claim.kind == "exact" else f"{interval}, n = {claim.seeds}"


def _without_rounding(end: float, length: float) -> float:
    """Return an end of an interval; 0 where it is nothing beside the interval's length."""
    return 0.0 if abs(end) < _ROUNDING * length else end


def verdict_text(claim: JudgedClaim) -> str:
    """Return the verdict, and what it would take where there is none."""
    if claim.verdict == "not testable":
        return (
            f"not testable: {claim.why}" if claim.why else f"not testable below scale {claim.scale}"
        )
    if claim.verdict == "undecided" and claim.seeds_needed is not None:
        return f"undecided ({claim.seeds_needed} replicates would decide)"
    return claim.verdict
