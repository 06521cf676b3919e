"""What the search finds by name beside whole pages: statements, claims, parameters, results."""

import json
from collections.abc import Iterator

from compsparse.claims.documents import OUT_OF_SCOPE
from compsparse.pages.claim_words import short_name
from compsparse.site.content import Content

Named = tuple[str, str, str, str, str]  # what it is, name, words, address, verdict


def named_things(content: Content) -> Iterator[Named]:
    """Yield everything that has a name and a place of its own."""
    judged = {statement.entry.id: statement for statement in content.statements}
    for document in content.documents.documents:
        for entry in document.entries:
            words = f"{entry.place}: {entry.statement}"
            verdict = judged[entry.id].printed if entry.id in judged else OUT_OF_SCOPE
            yield entry.kind, entry.id, words, f"documents/{document.id}.html#{entry.id}", verdict
    for result in content.results.values():
        yield "result", result.id, result.about.title, f"{result.page}.html", ""
        for claim in result.claims:
            name = f"{result.id}.{short_name(claim)}"
            yield claim.role, name, claim.statement, f"{result.page}.html#{claim.id}", claim.verdict
        for metric, text in result.about.metrics.items():
            address = f"{result.page}.html#what-is-measured"
            yield "metric", f"{result.id}.{metric}", text, address, ""
    for parameter in content.parameters:
        page = f"parameters/{parameter.key.split('.')[0]}.html"
        if parameter.key.split(".")[0] not in content.registries:
            page = "parameters/index.html"
        words = f"{parameter.value} {parameter.source}"
        yield "parameter", parameter.key, words, f"{page}#{parameter.key}", ""


def as_script(content: Content) -> str:
    """Return them as a script, which a page can load where nothing can be fetched."""
    rows = [
        [kind, name, " ".join(words.split()), *rest]
        for kind, name, words, *rest in named_things(content)
    ]
    return f"compsparseNamed({json.dumps(rows, ensure_ascii=False, separators=(',', ':'))});\n"
