"""The generated page of a document, ``docs/documents/<id>.md``: each statement, both verdicts."""

from collections.abc import Collection, Mapping, Sequence

from compsparse.claims.documents import OUT_OF_SCOPE, Document, Entry
from compsparse.claims.statements import JudgedStatement
from compsparse.claims.table import markdown_table

_INTRODUCTION = """\
# {document.id}: {document.title}

{document.authors}; {document.reference}.

Generated; do not edit. [How verdicts on statements follow from claims](../verdicts.md). All \
claims on a statement, with intervals: `compsparse claims --statement ID`. Each result links to \
its picture where the docs show it, otherwise to its table."""


def document_page(
    document: Document,
    judged: Mapping[str, JudgedStatement],
    studies: Mapping[str, str],
    pictures: Collection[str] = (),
) -> str:
    """Return the page.

    Args:
        document: with its entries, in the order of the page.
        judged: statements by id; those out of scope are none.
        studies: the study of each result.
        pictures: names of the figures that docs show.
    """
    listed = [entry for entry in document.entries if entry.id in judged]
    rows = [
        [
            _named(entry),
            _verdict(judged[entry.id]),
            _emphasized(judged[entry.id].controlled),
            ", ".join(_result(name, studies, pictures) for name in entry.results),
        ]
        for entry in listed
    ]
    parts = [_INTRODUCTION.format(document=document)]
    parts.append(markdown_table(["statement", "as printed", "under control", "results"], rows))
    outside = [entry for entry in document.entries if entry.owner == OUT_OF_SCOPE]
    if outside:
        parts += ["## Out of scope", _outside(outside)]
    return "\n\n".join(parts) + "\n"


def _named(entry: Entry) -> str:
    return f'<a id="{entry.id}"></a>{entry.place}: {entry.statement} `{entry.id}`'


def _outside(entries: Sequence[Entry]) -> str:
    rows = [[_named(entry), entry.reason or "no reason given"] for entry in entries]
    return markdown_table(["statement", "why"], rows)


def _emphasized(verdict: str | None) -> str:
    return "" if verdict is None else verdict if verdict == "holds" else f"**{verdict}**"


def _verdict(statement: JudgedStatement) -> str:
    text = _emphasized(statement.printed)
    in_part = statement.entry.in_part
    return f"{text}<br>measured in part: {in_part}" if in_part else text


def _result(name: str, studies: Mapping[str, str], pictures: Collection[str]) -> str:
    study = studies.get(name)
    if study is None:
        return f"`{name}`"
    short = name.removeprefix(f"{study}_").replace("_", " ")
    if f"{name}.png" in pictures:
        return f"[{short}](../figures/{name}.png)"
    return f"[{short}](../../results/{study}/tables/{name}.csv)"
