"""What CITATION.cff says, in the words of CodeMeta, Zenodo and schema.org.

They are written into archives only, so that a name or a version stands in one file.
"""

from typing import Any

from workflow_engine.validation.errors import InvalidFileError
from workflow_engine.validation.strict_yaml import parse_yaml

FILE = "CITATION.cff"
_NEEDED = ("title", "version", "abstract", "license", "authors")
Json = dict[str, Any]


def read_citation(text: str) -> Json:
    """Return the content of CITATION.cff.

    Raises:
        InvalidFileError: it is no YAML, or lacks a key that archives need.
    """
    content = parse_yaml(text, FILE)
    for key in _NEEDED:
        if not isinstance(content, dict) or not content.get(key):
            raise InvalidFileError(f"{FILE}: the key {key!r} is missing; archives need it. Add it.")
    return dict(content)


def license_address(citation: Json) -> str:
    """Return the address of the license."""
    return f"https://spdx.org/licenses/{citation['license']}"


def authors(citation: Json) -> list[Json]:
    """Return the authors as entities of schema.org: a single ``name`` is that of a group."""
    words = {"orcid": "@id", "family-names": "familyName", "given-names": "givenName"}
    return [
        {"@type": "Organization", "name": author["name"]}
        if "name" in author
        else {"@type": "Person"} | {words[key]: author[key] for key in words if key in author}
        for author in citation["authors"]
    ]


def name_of(entity: Json, *, last_first: bool = False) -> str:
    """Return an author's name as it is spoken, or as lists have it."""
    parts = [entity.get(key, "") for key in ("givenName", "familyName")]
    spoken = f"{parts[1]}, {parts[0]}" if last_first else f"{parts[0]} {parts[1]}"
    return str(entity.get("name", spoken)).strip(", ")


def codemeta(citation: Json) -> Json:
    """Return codemeta.json."""
    return {
        "@context": "https://doi.org/10.5063/schema/codemeta-2.0",
        "@type": "SoftwareSourceCode",
        "author": authors(citation),
        "description": citation["abstract"],
        "keywords": citation.get("keywords", []),
        "license": license_address(citation),
        "name": citation["title"],
        "version": citation["version"],
    }


def zenodo(citation: Json) -> Json:
    """Return .zenodo.json; the documents under test are its references."""
    creators = [
        {"name": name_of(entity, last_first=True)}
        | ({"orcid": entity["@id"].rpartition("/")[2]} if "@id" in entity else {})
        for entity in authors(citation)
    ]
    return {
        "creators": creators,
        "description": citation["abstract"],
        "keywords": citation.get("keywords", []),
        "license": {"id": citation["license"]},
        "references": [
            f"{', '.join(map(name_of, authors(about)))}: {about['title']}"
            for about in citation.get("references", [])
        ],
        "title": citation["title"],
        "upload_type": "software",
        "version": citation["version"],
    }
