"""The page of a document: its statements in its own order, each with both verdicts."""

from collections.abc import Sequence
from html import escape

from compsparse.claims.documents import OUT_OF_SCOPE, Document, Entry
from compsparse.claims.judged import JudgedClaim
from compsparse.claims.statements import JudgedStatement
from compsparse.claims.tally import Tally, counted
from compsparse.site.content import Content
from compsparse.site.front_pages import statements_table
from compsparse.site.html import badge, code, described, folded, heading, link, page, prose, raw
from compsparse.site.words import explained

_ABOVE = "../"


def document_page(content: Content, document: Document) -> str:
    """Return the page in Markdown."""
    judged = {s.entry.id: s for s in content.statements}
    cards = [
        _statement(content, judged[entry.id]) if entry.id in judged else _outside(entry)
        for entry in document.entries
    ]
    about = f"<p>{prose(document.authors)}; {prose(document.reference)}.</p>"
    whole = page(
        heading(f"{document.id}: {document.title}"),
        raw(f"{about}{statements_table(content, _ABOVE, document)}"),
        raw('<div id="filter" class="note" hidden></div>'),
        raw("".join(cards)),
    )
    return explained(whole, _ABOVE)


def _head(entry: Entry, badges: str) -> str:
    return (
        f'<h2>{prose(entry.statement)}</h2><p class="small"><span class="kind">{entry.kind}</span> '
        f"{prose(entry.place)} {code(entry.id)}</p><p>{badges}</p>"
    )


def _outside(entry: Entry) -> str:
    facts = described([("not tested", prose(entry.reason or "no reason is given"))])
    return (
        f'<article class="statement outside" id="{entry.id}" data-printed="out-of-scope">'
        f"{_head(entry, badge(OUT_OF_SCOPE))}{facts}</article>"
    )


def _statement(content: Content, judged: JudgedStatement) -> str:
    entry = judged.entry
    controlled = judged.controlled or ""
    badges = f"as printed: {badge(judged.printed)}"
    badges += f"; under control: {badge(controlled)}" if controlled else ""
    facts = [
        ("measured in part", prose(entry.in_part or "")),
        ("results", ", ".join(_result(content, name) for name in entry.results)),
    ]
    tally = Tally.of([*judged.claims, *judged.checks])
    folds = "".join(
        folded(counted(counts, noun), _claims(content, claims))
        for noun, counts, claims in (
            ("claim", tally.evidence, judged.claims),
            ("check", tally.checks, judged.checks),
        )
        if claims
    )
    return (
        f'<article class="statement" id="{entry.id}" data-printed="{_word(judged.printed)}" '
        f'data-controlled="{_word(controlled)}">{_head(entry, badges)}{described(facts)}{folds}'
        "</article>"
    )


def _word(verdict: str) -> str:
    return verdict.replace(" ", "-")


def _result(content: Content, name: str) -> str:
    shown = content.results.get(name)
    if shown is None:
        return escape(name)
    marked = " (on request)" if shown.on_request else ""
    return link(f"{_ABOVE}{shown.page}.html", prose(shown.about.title)) + marked


def _claims(content: Content, claims: Sequence[JudgedClaim]) -> str:
    items = []
    for claim in claims:
        shown = content.results[claim.result]
        reading = content.verdicts[shown.study].readings.get(claim.id)
        kind = f' <span class="kind">{reading.reading}</span>' if reading else ""
        address = f"{_ABOVE}{shown.page}.html#{claim.id}"
        items.append(
            f"<li>{badge(claim.verdict)}{kind} {link(address, prose(claim.statement))}</li>"
        )
    return f'<ul class="claims">{"".join(items)}</ul>' if items else ""
