"""The generated parts of README and docs: verdicts, coverage, replication, schemas, pictures.

``write`` brings them up to date with the results as they lie here, ``stale`` names what is not.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from compsparse.artifacts.tables import read_table
from compsparse.claims.documents import read_documents
from compsparse.claims.generated import replace_block
from compsparse.claims.judged import JudgedClaim
from compsparse.claims.page import claims_page
from compsparse.claims.report import judged_claims
from compsparse.claims.study_line import study_line
from compsparse.configuration.load import load, settings_model
from compsparse.configuration.model import General
from compsparse.provenance.project import Project
from compsparse.replication.page import replication_page

Contents = dict[Path, bytes]


def pages(project: Project, claims: Mapping[str, Sequence[JudgedClaim]]) -> Contents:
    """Return README and the claims page for some judged claims by study.

    Raises:
        FileNotFoundError, ValueError: README or its generated block is missing.
    """
    documents = read_documents(project.root / "workflow/claims/documents.yaml")
    readme = project.root / "README.md"
    lines = "\n".join(study_line(study, rows) for study, rows in claims.items())
    return {
        readme: replace_block(readme.read_text(encoding="utf-8"), "verdicts", lines).encode(),
        project.root / "docs/claims.md": claims_page(claims, documents).encode(),
    }


def replication(
    project: Project, claims: Mapping[str, Sequence[JudgedClaim]], tables: Mapping[str, Path]
) -> Contents:
    """Return the page on replication for some judged claims and tables by study."""
    read = {study: read_table(path) for study, path in tables.items()}
    return {project.root / "docs/replication.md": replication_page(claims, read).encode()}


def schemas(project: Project) -> Contents:
    """Return the JSON schemas of params.yaml: of its top and of every study's section."""
    models = {"general": General} | {s: settings_model(s) for s in load(project.params).studies}
    return {
        project.root / f"workflow/schemas/{name}.schema.json": (
            json.dumps(model.model_json_schema(), indent=2, ensure_ascii=False) + "\n"
        ).encode()
        for name, model in models.items()
    }


def pictures(project: Project) -> Contents:
    """Return the figures that docs show, as copies of the results."""
    return {
        picture: figure.read_bytes()
        for picture in sorted((project.root / "docs/figures").glob("*.png"))
        for figure in project.results.glob(f"*/figures/{picture.name}")
    }


def contents(project: Project) -> Contents:
    """Return what every generated file should hold."""
    claims = judged_claims(project.results)
    tables = {study: project.results / study / "tables/replication.csv" for study in claims}
    return (
        pages(project, claims)
        | replication(project, claims, {s: path for s, path in tables.items() if path.is_file()})
        | schemas(project)
        | pictures(project)
    )


def write(project: Project) -> list[Path]:
    """Bring the generated files up to date; return those that changed."""
    changed = []
    for path, content in contents(project).items():
        if not _holds(path, content):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            changed.append(path.relative_to(project.root))
    return changed


def stale(project: Project) -> list[Path]:
    """Return the generated files that are not up to date."""
    return [
        path.relative_to(project.root)
        for path, content in contents(project).items()
        if not _holds(path, content)
    ]


def _holds(path: Path, content: bytes) -> bool:
    return path.is_file() and path.read_bytes() == content
