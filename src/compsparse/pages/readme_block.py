"""How many statements of each document have which verdict, and how many claims of each study."""

import re
from collections.abc import Mapping, Sequence

from compsparse.claims.statements import (
    STATEMENT_VERDICTS,
    JudgedStatement,
    StatementVerdict,
    count_controlled,
    count_statements,
)
from compsparse.claims.table import markdown_table
from compsparse.claims.tally import Tally, counted
from compsparse.verdicts.official import Verdicts, without_pooled

# what README has a column for; docs/verdicts.md has all
_FOUND: dict[StatementVerdict, str] = {
    "holds": "holds",
    "holds in part": "in part",
    "fails": "fails",
    "undecided": "undecided",
}


def verdicts_block(verdicts: Mapping[str, Verdicts], statements: Sequence[JudgedStatement]) -> str:
    """Return the block of README: a row for each document, both readings side by side."""
    parts = [_findings_table(statements)] if statements else []
    parts.append(without_pooled(verdicts))
    return "\n\n".join(part for part in parts if part)


def _findings_table(statements: Sequence[JudgedStatement]) -> str:
    titles = {s.document.id: short(s.document.title) for s in statements}
    controlled = count_controlled(statements)
    rows = []
    for document, printed in count_statements(statements).items():
        link = f"[{document}](docs/documents/{document}.md) {titles[document]}"
        counts = [str(n[v] or "") for n in (printed, controlled[document]) for v in _FOUND]
        rows.append([link, *counts])
    words = list(_FOUND.values())
    header = [f"{reading}: {words[0]}" for reading in ("printed", "controlled")]
    return markdown_table(["document", header[0], *words[1:], header[1], *words[1:]], rows)


def short(title: str) -> str:
    """Return a title without its subtitle, and without the names of its parts."""
    return re.split(r": | \(", re.sub(r"\bPart [IVX]+: ", "", title))[0]


def statements_table(statements: Sequence[JudgedStatement]) -> str:
    """Return how many statements of each document have which verdicts, with links to them."""
    titles = {s.document.id: s.document.title for s in statements}
    controlled = count_controlled(statements)
    rows = []
    for document, found in count_statements(statements).items():
        link = f"[{document}](documents/{document}.md): {titles[document]}"
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
