"""The generated page of all claims and verdicts, ``docs/claims.md``."""

from collections.abc import Mapping, Sequence
from itertools import chain

from compsparse.claims.coverage import coverage_section
from compsparse.claims.documents import Documents
from compsparse.claims.judged import JudgedClaim
from compsparse.claims.table import claims_table, markdown_table
from compsparse.claims.tally import Tally, tally_table

_INTRODUCTION = """\
# Claims and verdicts

This page is generated from `results/<study>/claims.json`; do not edit it.

A statistical claim *holds* when its whole 95 % interval lies in the accepted band, *fails* when the
interval lies wholly outside, and is *undecided* otherwise or with fewer than three seeds. The unit
of every interval is the independent seed. An exact claim holds when all that was measured lies in
the band. A claim is *not testable* below its smallest scale. Each study names the commit in which
its claims and bands were first committed, before its first run at the default scale.

Where a band comes from: *theorem*; *finite-size*, a calculation for the sizes used; *document*, the
statement itself (a sign, an order, a chance level); *prototype*, a regression bound, shown apart
and never counted as evidence for a document."""


def claims_page(
    studies: Mapping[str, Sequence[JudgedClaim]], documents: Documents | None = None
) -> str:
    """Return the page: summary, one section per study, what did not hold, coverage.

    Args:
        studies: judged claims by study, in the order of the page.
        documents: the documents' entries and their owners; None leaves coverage out.
    """
    parts = [_INTRODUCTION, "## Summary", markdown_table(*tally_table(studies)), _chance(studies)]
    for study, claims in studies.items():
        parts += _study_section(study, claims)
    parts += ["## What did not hold", _what_did_not_hold(studies)]
    if documents is not None:
        parts += ["## Coverage", coverage_section(documents)]
    return "\n\n".join(parts) + "\n"


def _chance(studies: Mapping[str, Sequence[JudgedClaim]]) -> str:
    tally = Tally.of(chain.from_iterable(studies.values()))
    if not tally.intervals:
        return "No verdict rests on an interval, so none is expected to be wrong by chance."
    verdicts = "verdict rests" if tally.intervals == 1 else "verdicts rest"
    return (
        f"{tally.intervals} {verdicts} on a 95 % interval. An interval misses the true value in "
        f"5 % of all repetitions, so at most {tally.expected_wrong:.2g} of these verdicts are "
        "expected to be wrong by chance alone. Exact claims are not subject to chance."
    )


def _study_section(study: str, claims: Sequence[JudgedClaim]) -> list[str]:
    registered = ", ".join(dict.fromkeys(c.registered.first for c in claims if c.registered.first))
    commits = f"commit {registered}" if registered else "not yet registered in a commit"
    evidence = [claim for claim in claims if claim.is_evidence]
    regression = [claim for claim in claims if not claim.is_evidence]
    parts = [f"## {study}", f"Claims and bands: {commits}."]
    if evidence:
        parts.append(claims_table(evidence))
    if regression:
        parts += ["Regression bounds, no evidence for a document:", claims_table(regression)]
    return parts


def _what_did_not_hold(studies: Mapping[str, Sequence[JudgedClaim]]) -> str:
    lines = [
        f"- **{claim.verdict}**, {study}: {claim.statement} ({claim.source}) Accepted was "
        f"{claim.accept}. Why: {claim.why}."
        for verdict in ("fails", "undecided")
        for study, claims in studies.items()
        for claim in claims
        if claim.is_evidence and claim.verdict == verdict
    ]
    return "\n".join(lines) or "No claim that was testable failed or stayed undecided."
