"""The start page, and the page of what did not hold."""

from collections import Counter
from collections.abc import Mapping, Sequence

from compsparse.claims.documents import Document
from compsparse.claims.statements import (
    STATEMENT_VERDICTS,
    StatementVerdict,
    count_controlled,
    count_statements,
)
from compsparse.claims.table import value_text
from compsparse.claims.tally import Tally, in_words
from compsparse.site.content import Content
from compsparse.site.html import (
    badge,
    contents,
    described,
    heading,
    link,
    page,
    prose,
    raw,
)
from compsparse.site.words import explained
from compsparse.verdicts.official import without_pooled
from compsparse.verdicts.official_claim import OfficialClaim

_OTHER: tuple[StatementVerdict, ...] = (
    "not tested as printed",
    "not testable at this scale",
    "not built",
)
_COLUMNS: dict[str, tuple[StatementVerdict, ...]] = {
    "holds": ("holds",),
    "holds in part": ("holds in part",),
    "fails": ("fails",),
    "undecided": ("undecided",),
    "by construction": ("by construction",),
    "not tested": _OTHER,
}
_READINGS = {
    "printed": "as printed",
    "controlled": "under control",
    "beyond": "beyond the documents",
}
_PAGES = ("documents/index", "results/index", "not-held", "docs/own-data", "docs/index")


def start_page(content: Content) -> str:
    """Return the first page: what holds of each document, and where to go."""
    claims = content.claims.values()
    tally = Tally.of(claims)
    results = f"{len(content.results)} figures and tables"
    lead = (
        f"Five documents on compositional sparsity make {len(content.statements)} statements that "
        "a computer can test. This is what held."
    )
    return page(
        heading("Does it hold?"),
        raw(f'<p class="lead">{lead}</p>{statements_table(content, "")}{_legend()}'),
        raw(
            '<div class="doors">'
            f"{_door('documents/index.html', 'Documents', 'every statement in its own order')}"
            f"{_door('results/index.html', 'Results', results)}"
            f"{_door('not-held.html', 'What did not hold', _not_held_words(tally))}"
            f"{_door('docs/own-data.html', 'Your own data', 'a table, a function or a picture')}"
            f"{_door('docs/evidence.html', 'How sure?', 'how a verdict is reached')}"
            "</div>"
        ),
        raw("<p>Search by name or by words: a theorem, a figure, a claim, a parameter.</p>"),
        raw(f"<p>{prose(without_pooled(content.verdicts))}</p>"),
        contents(_PAGES),
    )


def _not_held_words(tally: Tally) -> str:
    return f"{tally.evidence['fails']} claims fail, {tally.evidence['undecided']} are undecided"


def _door(address: str, title: str, words: str) -> str:
    return f'<a class="door" href="{address}"><b>{title}</b><span>{words}</span></a>'


def _legend() -> str:
    words = [
        ("as printed", "judged by the document's own measure, sign or number"),
        ("under control", "judged with controls that the document lacks, such as equal budgets"),
        ("not tested", "no claim tests it by the document's own measure, or none can at this size"),
        ("holds in part", "some claims on it hold, or only a part of it was measured"),
        ("by construction", "it could not have come out otherwise, so it is not a finding"),
    ]
    return described(words).replace("<dl>", '<dl class="legend">')


def documents_index(content: Content) -> str:
    """Return the page of all documents."""
    names = [document.id for document in content.documents.documents]
    return page(heading("Documents"), raw(statements_table(content, "../")), contents(names))


def statements_table(content: Content, above: str, alone: Document | None = None) -> str:
    """Return how many statements of each document have which verdicts, with links to them.

    Args:
        content: with the statements.
        above: leads to the site's root.
        alone: the one document that is counted; all where it is None.
    """
    printed, controlled = count_statements(content.statements), count_controlled(content.statements)
    rows = ""
    for document in [alone] if alone else content.documents.documents:
        address = f"{above}documents/{document.id}.html"
        named = f"{link(address, prose(document.title))} <small>{_reference(document)}</small>"
        rows += f'<tbody><tr><th scope="rowgroup" colspan="{len(_COLUMNS) + 2}">{named}</th></tr>'
        for reading, words, counts in (
            ("printed", "as printed", printed),
            ("controlled", "under control", controlled),
        ):
            found = counts.get(document.id, Counter())
            cells = "".join(
                f"<td>{_number(f'{address}#{reading}=', verdicts, found)}</td>"
                for verdicts in _COLUMNS.values()
            )
            rows += f'<tr><th scope="row">{words}</th><td>{_bar(found)}</td>{cells}</tr>'
        rows += "</tbody>"
    columns = "".join(f'<th scope="col">{badge(verdict)}</th>' for verdict in _COLUMNS)
    caption = f"How many statements of {'this' if alone else 'each'} document hold"
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{caption}">'
        f'<table class="table statements"><caption>{caption}</caption><thead><tr>'
        f'<th scope="col">reading</th><th scope="col">share</th>{columns}</tr></thead>'
        f"{rows}</table></div>"
    )


def _reference(document: Document) -> str:
    return f"document {document.id}: {prose(document.reference.partition('(')[0])}"


def _number(
    address: str, verdicts: Sequence[StatementVerdict], counts: Mapping[StatementVerdict, int]
) -> str:
    number = sum(counts.get(verdict, 0) for verdict in verdicts)
    words = ",".join(verdict.replace(" ", "-") for verdict in verdicts)
    return link(f"{address}{words}", str(number)) if number else ""


def _bar(counts: Mapping[StatementVerdict, int]) -> str:
    parts = "".join(
        f'<i class="{verdict.replace(" ", "-")}" style="flex:{counts[verdict]}"></i>'
        for verdict in STATEMENT_VERDICTS
        if counts.get(verdict)
    )
    words = ", ".join(f"{counts[v]} {v}" for v in STATEMENT_VERDICTS if counts.get(v))
    return f'<span class="bar" role="img" aria-label="{words}">{parts}</span>'


def not_held_page(content: Content) -> str:
    """Return the page of claims and checks that fail or are undecided, with their reasons."""
    parts = [heading("What did not hold")]
    for verdict, words in (("fails", "Fails"), ("undecided", "Undecided")):
        for study, of_study in content.verdicts.items():
            found = [
                claim
                for claim in of_study.claims
                if claim.verdict == verdict and (claim.is_evidence or claim.role == "check")
            ]
            if found:
                cards = "".join(_card(content, claim) for claim in found)
                parts += [heading(f"{words}: {study}", 2), raw(cards)]
    tally = Tally.of(content.claims.values())
    summary = f"Of {tally.evidence.total()} claims, {in_words(tally.evidence)}."
    ways = ", ".join(link(f"#read={reading}", words) for reading, words in _READINGS.items())
    lead = f"<p>{summary} A claim that fails is a finding. Show those read {ways}.</p>"
    begun = raw(f'{lead}<div id="filter" class="note" hidden></div>')
    return explained(page(parts[0], begun, *parts[1:]), "")


def _card(content: Content, claim: OfficialClaim) -> str:
    shown = content.results[claim.result]
    facts = [
        ("measured", f"{prose(value_text(claim))}; accepted was {prose(str(claim.accept))}"),
        ("why", prose(claim.why)),
        ("worlds", prose(claim.lacks)),
        ("source", prose(claim.source)),
    ]
    reading = content.verdicts[shown.study].readings.get(claim.id)
    read = reading.reading if reading else ""
    kind = "check of the code" if claim.role == "check" else read
    marked = f' <span class="kind">{kind}</span>' if kind else ""
    title = link(f"{shown.page}.html#{claim.id}", prose(claim.statement))
    return (
        f'<article class="claim" data-read="{read}"><h3>{badge(claim.verdict)}{marked} {title}</h3>'
        f"{described(facts)}</article>"
    )
