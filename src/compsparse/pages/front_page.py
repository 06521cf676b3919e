"""The generated page of all statements and their verdicts, ``docs/claims.md``."""

from collections.abc import Mapping, Sequence
from itertools import chain

from compsparse.claims.documents import Documents
from compsparse.claims.judged import JudgedClaim
from compsparse.claims.statements import JudgedStatement
from compsparse.claims.table import markdown_table, value_text
from compsparse.claims.tally import Tally, in_words
from compsparse.pages.claim_words import deviation, short_name
from compsparse.pages.coverage import coverage_section
from compsparse.pages.readme_block import statements_table, study_line
from compsparse.pages.study_page import by_result
from compsparse.verdicts.headlines import differing
from compsparse.verdicts.official import Verdicts, all_statements, without_pooled
from workflow_engine.counted import counted

_INTRODUCTION = """\
# Statements and their verdicts

This page is generated from the verdicts in `results/<study>`; do not edit it.
[evidence.md](evidence.md) explains how they are reached.

A statement is a figure, theorem, remark, method or similar entry of a document. Claims name the
statements they test and could have come out otherwise; checks follow from definitions, arithmetic
or construction. Each claim reads its document in one way: *printed* (what it says, by its own
measure, sign or number), *controlled* (the same with a control that it lacks: equal error or
budget, a least difference, a sharper quantity) or *beyond* (our own question). So a statement has
two verdicts, as printed and under control; claims beyond the document count for neither. Each
follows by rule from the claims of its reading:

1. *Holds*: all claims that test it hold. *Holds in part*: some hold and others fail or are
   undecided, or all hold but measure only a part of the statement. *Fails*: none holds and at
   least one fails. *Undecided*: none holds and none fails.
2. Claims that are not testable at this scale are set aside; if all are, so is the statement: *not
   testable at this scale*.
3. *By construction*: only checks bear on it, and they hold. It could not have come out otherwise,
   so it is not a finding.
4. *Not tested as printed*: claims bear on it, but none by the document's own measure.
5. *Not built*: no claim or check bears on it, or its study is still to come.

Statements out of scope are listed [at the end](#out-of-scope) with reasons and not counted.
"""


def front_page(verdicts: Mapping[str, Verdicts], documents: Documents | None = None) -> str:
    """Return the page: summary, every statement, what did not hold, coverage.

    Args:
        verdicts: the official ones by study, in the order of the page.
        documents: the documents' entries and their owners; None leaves statements out.
    """
    statements = all_statements(documents, verdicts) if documents else []
    parts = [_INTRODUCTION.rstrip(), "## Summary"]
    parts += [statements_table(statements)] if statements else []
    parts.append(
        "\n".join(
            f"{study_line(study, of_study)} [All of them]({study}/claims.md)."
            for study, of_study in verdicts.items()
        )
    )
    parts += [without_pooled(verdicts), _chance(verdicts)]
    parts.append(differing({study: of_study.headlines for study, of_study in verdicts.items()}))
    if documents:
        parts += ["## Statements", *_statements(statements, _studies(verdicts))]
    parts += ["## What did not hold", _what_did_not_hold(verdicts)]
    parts += ["## Where theory's numbers are missed", _missed(verdicts)]
    if documents:
        parts += ["## Coverage", coverage_section(documents)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _studies(verdicts: Mapping[str, Verdicts]) -> dict[str, str]:
    return {claim.id: study for study, of_study in verdicts.items() for claim in of_study.claims}


def _statements(statements: Sequence[JudgedStatement], studies: Mapping[str, str]) -> list[str]:
    parts = []
    for document in dict.fromkeys(s.document.id for s in statements):
        selected = [s for s in statements if s.document.id == document]
        built = [s for s in selected if s.printed != "not built"]
        anchor = f'<a id="document-{document}"></a>'
        parts.append(f"### {anchor}{document}: {selected[0].document.title}")
        if built:
            rows = [
                [
                    f'<a id="{s.entry.id}"></a>`{s.entry.id}`<br>{s.entry.place}',
                    s.entry.statement,
                    _verdict(s),
                    _emphasized(s.controlled),
                    _bearing(s, studies),
                ]
                for s in built
            ]
            parts.append(
                markdown_table(["statement", "says", "as printed", "under control", "by"], rows)
            )
        if len(built) < len(selected):
            rows = [
                [
                    f'<a id="{s.entry.id}"></a>`{s.entry.id}`<br>{s.entry.place}',
                    s.entry.statement,
                    s.entry.owner or "nobody",
                ]
                for s in selected
                if s.printed == "not built"
            ]
            table = markdown_table(["not built", "says", "study"], rows)
            summary = f"<summary>Not built: {counted(len(rows), 'statement')}</summary>"
            parts.append(f"<details>{summary}\n\n{table}\n\n</details>")
    return parts


def _emphasized(verdict: str | None) -> str:
    return "" if verdict is None else verdict if verdict == "holds" else f"**{verdict}**"


def _verdict(statement: JudgedStatement) -> str:
    text = _emphasized(statement.printed)
    in_part = statement.entry.in_part
    return f"{text}<br>measured in part: {in_part}" if in_part else text


def _bearing(statement: JudgedStatement, studies: Mapping[str, str]) -> str:
    """Return the claims behind a verdict, those that do not hold named first."""
    lines = []
    for verdict in ("fails", "undecided", "holds", "not testable"):
        claims = [c for c in statement.claims if c.verdict == verdict]
        by_results = [
            f"{short_result(group[0], studies)} {', '.join(_brief_link(c, studies) for c in group)}"
            for group in by_result(claims).values()
        ]
        if by_results:
            lines.append(f"{verdict}: {'; '.join(by_results)}")
    if statement.checks:
        checks = Tally.of(statement.checks).checks
        links = [_link(c, studies) for c in statement.checks if c.verdict != "holds"]
        first = _link(statement.checks[0], studies)
        named = ", ".join(links) if links else f"from {first} on"
        words = "check" if len(statement.checks) == 1 else "checks"
        lines.append(f"{words}: {in_words(checks)} ({named})")
    return "<br>".join(lines)


def short_result(claim: JudgedClaim, studies: Mapping[str, str]) -> str:
    """Return the name of a claim's result under its study."""
    return claim.result.removeprefix(f"{studies[claim.id]}_")


def _brief_link(claim: JudgedClaim, studies: Mapping[str, str]) -> str:
    return f"[{short_name(claim)}]({studies[claim.id]}/claims.md#{claim.id})"


def _link(claim: JudgedClaim, studies: Mapping[str, str]) -> str:
    name = f"{short_result(claim, studies)}.{short_name(claim)}"
    return f"[{name}]({studies[claim.id]}/claims.md#{claim.id})"


def _chance(verdicts: Mapping[str, Verdicts]) -> str:
    tally = Tally.of(chain.from_iterable(of_study.claims for of_study in verdicts.values()))
    if not tally.intervals:
        return "No verdict rests on an interval, so none is expected to be wrong by chance."
    rest = "verdict rests" if tally.intervals == 1 else "verdicts rest"
    return (
        f"{tally.intervals} {rest} on a 95 % interval. An interval misses the true value in "
        f"5 % of all repetitions, so at most {tally.expected_wrong:.2g} of these verdicts are "
        "expected to be wrong by chance alone. Exact claims are not subject to chance."
    )


def _what_did_not_hold(verdicts: Mapping[str, Verdicts]) -> str:
    studies = _studies(verdicts)
    lines = [
        f"- **{claim.verdict}**{_of_check(claim)}, {_link(claim, studies)}: {claim.statement} "
        f"({claim.source}) Measured {value_text(claim)}, accepted was {claim.accept}. "
        f"Why: {claim.why.rstrip('.')}."
        for verdict in ("fails", "undecided")
        for of_study in verdicts.values()
        for claim in of_study.claims
        if (claim.is_evidence or claim.role == "check") and claim.verdict == verdict
    ]
    return "\n".join(lines) or "No testable claim failed or stayed undecided."


def _excluded(claim: JudgedClaim) -> bool:
    return any(number.excluded for number in (claim.finite_size, claim.asymptotic) if number)


def _of_check(claim: JudgedClaim) -> str:
    return " (a check of the code)" if claim.role == "check" else ""


def _missed(verdicts: Mapping[str, Verdicts]) -> str:
    """Return the claims that theory's number differs from, whatever their own band says."""
    studies = _studies(verdicts)
    held = [
        claim
        for of_study in verdicts.values()
        for claim in of_study.claims
        if claim.is_evidence and (claim.finite_size or claim.asymptotic)
    ]
    missed = [
        claim
        for claim in held
        if any(a and a.verdict == "differs" for a in (claim.finite_size, claim.asymptotic))
    ]
    near = [claim for claim in held if claim not in missed and _excluded(claim)]
    excluded = f"The interval excludes a number, within the margin, in {len(near)} others."
    if not missed:
        return f"No claim of the {len(held)} with a number of theory differs from it. {excluded}"
    rows = []
    for claim in missed:
        row = [_link(claim, studies), value_text(claim), claim.verdict]
        for against in (claim.finite_size, claim.asymptotic):
            row.append(f"{against.theory:.4g}: {deviation(against)}" if against else "-")
        rows.append(row)
    header = ["claim", "value", "verdict of its band", "theory at these sizes", "asymptotic theory"]
    return (
        f"{len(missed)} of {len(held)} claims with a number of theory differ from one of them by "
        "more than their margin, with the whole interval. The claim's own band may allow that, for "
        f"the reason that it gives. {excluded}\n\n{markdown_table(header, rows)}"
    )
