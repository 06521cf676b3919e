"""The verdicts of all studies for a terminal, and for machines."""

from collections.abc import Mapping, Sequence

from compsparse.claims.statements import (
    STATEMENT_VERDICTS,
    JudgedStatement,
    count_controlled,
    count_statements,
)
from compsparse.claims.tally import VERDICTS, Tally, counted, in_words
from compsparse.pages.claim_words import alone_text, theory_lines
from compsparse.verdicts.official import Verdicts, without_pooled
from compsparse.verdicts.official_claim import OfficialClaim
from workflow_engine.validation.printable import json_text, printable


def summary_text(
    studies: Mapping[str, Verdicts], statements: Sequence[JudgedStatement] = ()
) -> str:
    """Return how many claims of each study, and statements of each document, have which verdict."""
    if not studies:
        return "There are no verdicts to show."
    lines = _aligned(_studies_table(studies), numbers=range(2, 2 + len(VERDICTS)))
    if statements:
        lines += ["", *_aligned(_statements_table(statements), numbers=range(1, 20))]
    if note := without_pooled(studies):
        lines += ["", note]
    lines += [
        "",
        "In full: compsparse claims STUDY or RESULT, --verdict, --statement, --all",
    ]
    lines.append("(with --checks also checks).")
    return "\n".join(map(printable, lines))


def _studies_table(studies: Mapping[str, Verdicts]) -> list[list[str]]:
    rows = [["study", "judged on", *VERDICTS, "checks (apart)", "regression bounds (apart)"]]
    for study, verdicts in studies.items():
        tally = Tally.of(verdicts.claims)
        counts = [str(tally.evidence[verdict]) for verdict in VERDICTS]
        judged_on = f"{verdicts.scales}, {verdicts.whose}" if verdicts.claims else ""
        apart = [in_words(item) or "none" for item in (tally.checks, tally.regression)]
        rows.append([study, judged_on, *counts, *apart])
    return rows


def _statements_table(statements: Sequence[JudgedStatement]) -> list[list[str]]:
    rows = [["statements of document", *STATEMENT_VERDICTS]]
    controlled = count_controlled(statements)
    for document, found in count_statements(statements).items():
        for name, counts in ((document, found), ("  under control", controlled[document])):
            rows.append([name, *(str(counts[verdict]) for verdict in STATEMENT_VERDICTS)])
    return rows


def _aligned(rows: list[list[str]], numbers: range) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if i in numbers else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def verdicts_json(studies: Mapping[str, Verdicts]) -> str:
    """Return judged claims and checks as one JSON text: study -> list of them."""
    return json_text({s: [c.row() for c in item.claims] for s, item in studies.items()})


def verdicts_text(
    studies: Mapping[str, Verdicts],
    statements: Sequence[JudgedStatement] = (),
    *,
    checks: bool = False,
) -> str:
    """Return counts, then one paragraph per claim: verdict, statement, measurement, band, theory.

    Args:
        studies: what is asked for.
        statements: those that were asked for by name, told first.
        checks: whether checks are listed too; they are counted anyway.
    """
    lines: list[str] = []
    for statement in statements:
        entry = statement.entry
        verdict = statement.printed.upper()
        if statement.controlled:
            verdict += f" as printed, {statement.controlled.upper()} under control"
        lines.append(f"{verdict}  {entry.id}, {entry.place}")
        lines += [f"  {' '.join(entry.statement.split())}", ""]
    for name, verdicts in studies.items():
        lines.append(f"{name}{_counts(verdicts, checks)}")
    if note := without_pooled({s: item for s, item in studies.items() if item.claims}):
        lines.append(note)
    lines.append("")
    for verdicts in studies.values():
        for claim in verdicts.claims:
            if checks or claim.role != "check":
                lines += [*_paragraph(claim), ""]
    # a statement may not look like a line of its own
    return "\n".join(map(printable, lines))


def _counts(verdicts: Verdicts, listed: bool) -> str:
    if not verdicts.claims:
        return ": no claim matches"
    tally = Tally.of(verdicts.claims)
    hidden = "" if listed or not tally.checks else " (--checks lists them)"
    parts = [counted(tally.evidence, "claim")]
    parts += [counted(tally.checks, "check") + hidden] if tally.checks else []
    parts += [counted(tally.regression, "regression bound")] if tally.regression else []
    return f" (scale {verdicts.scales}, {verdicts.whose}): {'; '.join(parts)}"


def _paragraph(claim: OfficialClaim) -> list[str]:
    measured = "not measured"
    if claim.value is not None:
        measured = f"{claim.value:.4g}"
        if claim.kind == "statistical":
            measured += f" [{claim.low:.4g}, {claim.high:.4g}] over {claim.seeds} replicates"
    role = " (check)" if claim.role == "check" else ""
    lines = [
        f"  {claim.verdict.upper():<14}{claim.id}{role}",
        f"    {' '.join(claim.statement.split())}",
        f"    {claim.source}: {measured}, accepted {claim.accept} ({claim.origin})",
    ]
    lines += [f"    theory {line}" for line in theory_lines(claim)]
    if claim.pooled and claim.verdict != "not testable":
        seeds = ", ".join(map(str, claim.root_seeds))
        run_alone = f"; the run's own: {claim.run.verdict}" if claim.differs else ""
        lines.append(f"    root seeds {seeds}: holds alone at {alone_text(claim)}{run_alone}")
    lines += [f"    tests {', '.join(claim.tests)}"] if claim.tests else []
    lines += [f"    why: {' '.join(claim.why.split())}"] if claim.why else []
    return lines
