"""How much of each document is answered for, and by which study."""

from collections import Counter

from compsparse.claims.documents import OUT_OF_SCOPE, Documents
from compsparse.claims.table import markdown_table


def coverage_section(documents: Documents) -> str:
    """Return entry counts per document and owner, and what is out of scope and why."""
    counts = {
        document.id: Counter(entry.owner or "nobody" for entry in document.entries)
        for document in documents.documents
    }
    found = {owner: None for count in counts.values() for owner in count}
    last = (OUT_OF_SCOPE, "nobody")
    studies = dict.fromkeys((*documents.finished, *documents.planned, *found))
    owners = [o for o in (*(s for s in studies if s not in last), *last) if o in found]
    per_document = markdown_table(
        ["document", "entries", *owners],
        (
            [
                f"{document.id}: {document.title}",
                str(len(document.entries)),
                *(str(counts[document.id][owner]) for owner in owners),
            ]
            for document in documents.documents
        ),
    )
    finished = ", ".join(documents.finished) or "none yet"
    section = (
        "Entries (figures, tables, theorems, remarks, examples, methods and other results) by "
        f"owner, the study that answers for them. Finished studies: {finished}.\n\n{per_document}"
    )
    outside = [
        (document.id, f"{entry.place}: {entry.statement}", entry.reason or "no reason given")
        for document in documents.documents
        for entry in document.entries
        if entry.owner == OUT_OF_SCOPE
    ]
    if outside:
        section += "\n\n### Out of scope\n\n"
        section += markdown_table(["document", "entry", "reason"], outside)
    return section
