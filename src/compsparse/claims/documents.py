"""What the documents contain and who owns it: ``workflow/claims/documents.yaml``."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from compsparse.claims.errors import ClaimsError
from workflow_engine.validation.strict_model import StrictModel, Text
from workflow_engine.validation.strict_yaml import read_strict_yaml

OUT_OF_SCOPE = "out of scope"

EntryKind = Literal[
    "figure",
    "table",
    "theorem",
    "corollary",
    "lemma",
    "proposition",
    "remark",
    "example",
    "conjecture",
    "definition",
    "result",
    "method",
]


class Entry(StrictModel):
    """One figure, table, statement or method of a document, and the study that answers for it.

    ``owner`` may be any text here, or absent: whether it is an allowed one is a question of
    coverage, which ``documents_check`` answers for all entries at once.

    Attributes:
        in_part: why its claims measure only a part of it; it then never holds in full.
    """

    id: Text
    kind: EntryKind
    place: Text
    statement: Text
    owner: str | None = None
    results: list[str] = Field(default_factory=list)
    reason: str | None = None
    in_part: Text | None = None


class Document(StrictModel):
    """One of the documents that the project is built from."""

    id: Annotated[str, Field(pattern=r"^\d{3}$")]
    title: Text
    authors: Text
    reference: Text
    entries: list[Entry]


class Documents(StrictModel):
    """All documents, and the studies that answer for them.

    Attributes:
        finished: studies whose entries must have results.
        planned: studies that are to come, whose entries have none yet.
    """

    finished: list[str]
    planned: list[str] = Field(default_factory=list)
    documents: Annotated[list[Document], Field(min_length=1)]

    @model_validator(mode="after")
    def _ids_differ(self) -> "Documents":
        ids = [entry.id for document in self.documents for entry in document.entries]
        ids += [document.id for document in self.documents]
        if repeated := sorted({i for i in ids if ids.count(i) > 1}):
            raise ValueError(f"The ids {', '.join(repeated)} stand more than once; rename them.")
        return self


def read_documents(path: Path) -> Documents:
    """Read and validate the list of documents.

    Raises:
        ClaimsError: file, key, value, what is allowed and what to do.
    """
    return read_strict_yaml(path, Documents, ClaimsError)
