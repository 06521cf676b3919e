"""What README shows of the verdicts: statements by document, then a line for each study."""

from collections.abc import Mapping, Sequence

from compsparse.claims.statements import (
    STATEMENT_VERDICTS,
    JudgedStatement,
    count_controlled,
    count_statements,
)
from compsparse.claims.table import markdown_table
from compsparse.claims.tally import Tally, counted
from compsparse.verdicts.official import Verdicts, without_pooled


def verdicts_block(verdicts: Mapping[str, Verdicts], statements: Sequence[JudgedStatement]) -> str:
    """Return the block."""
    parts = [statements_table(statements, "docs/claims.md", titles=False)] if statements else []
    parts.append("\n".join(study_line(study, of_study) for study, of_study in verdicts.items()))
    parts.append(without_pooled(verdicts))
    return "\n\n".join(part for part in parts if part)


def statements_table(
    statements: Sequence[JudgedStatement], page: str = "", *, titles: bool = True
) -> str:
    """Return how many statements of each document have which verdicts, linked to ``page``."""
    named = {s.document.id: f": {s.document.title}" if titles else "" for s in statements}
    controlled = count_controlled(statements)
    rows = []
    for document, found in count_statements(statements).items():
        link = f"[{document}]({page}#document-{document}){named[document]}"
        for first, reading, counts in (
            (link, "as printed", found),
            ("", "under control", controlled[document]),
        ):
            numbers = [str(counts[verdict] or "") for verdict in STATEMENT_VERDICTS]
            rows.append([first, reading, str(counts.total()), *numbers])
    return markdown_table(["document", "read", "statements", *STATEMENT_VERDICTS], rows)


def study_line(study: str, verdicts: Verdicts) -> str:
    """Return one line: claims by verdict; checks and regression bounds apart."""
    tally = Tally.of(verdicts.claims)
    line = f"- **{study}**"
    if verdicts.claims:
        line += f" (scale {verdicts.scales}, {verdicts.whose})"
    line += f": {counted(tally.evidence, 'claim')}"
    apart = [
        counted(counts, noun)
        for counts, noun in ((tally.checks, "check"), (tally.regression, "regression bound"))
        if counts
    ]
    return f"{line}. Apart, no evidence: {'; '.join(apart)}." if apart else f"{line}."
