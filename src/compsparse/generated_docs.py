"""The generated parts of README and docs: verdicts, coverage, pictures, schemas.

``write`` brings them up to date, ``stale`` names those that are not; a test calls ``stale``.
"""

import json
from pathlib import Path

from compsparse.claims.documents import read_documents
from compsparse.claims.generated import replace_block
from compsparse.claims.page import claims_page
from compsparse.claims.report import judged_claims
from compsparse.claims.study_line import study_line
from compsparse.configuration.load import settings_model
from compsparse.configuration.model import General
from compsparse.provenance.project import Project
from compsparse.validation.strict_yaml import read_yaml

PICTURES = "docs/figures"


def contents(project: Project) -> dict[Path, bytes]:
    """Return what every generated file should hold."""
    claims = judged_claims(project.results)
    documents = read_documents(project.root / "workflow/claims/documents.yaml")
    readme = project.root / "README.md"
    lines = "\n".join(study_line(study, rows) for study, rows in claims.items())
    files = {
        readme: replace_block(readme.read_text(encoding="utf-8"), "verdicts", lines).encode(),
        project.root / "docs/claims.md": claims_page(claims, documents).encode(),
    }
    for study in read_yaml(project.params)["studies"]:
        schema = settings_model(study).model_json_schema()
        files[project.root / f"workflow/schemas/{study}.schema.json"] = _json(schema)
    files[project.root / "workflow/schemas/general.schema.json"] = _json(
        General.model_json_schema()
    )
    for picture in sorted((project.root / PICTURES).glob("*.png")):
        figure = project.results / picture.stem.partition("_")[0] / "figures" / picture.name
        if figure.is_file():
            files[picture] = figure.read_bytes()
    return files


def write(project: Project) -> list[Path]:
    """Bring the generated files up to date; return those that changed."""
    changed = []
    for path, content in contents(project).items():
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            changed.append(path.relative_to(project.root))
    return changed


def stale(project: Project) -> list[Path]:
    """Return the generated files that are not up to date."""
    return [
        path.relative_to(project.root)
        for path, content in contents(project).items()
        if not path.is_file() or path.read_bytes() != content
    ]


def _json(schema: object) -> bytes:
    return (json.dumps(schema, indent=2, ensure_ascii=False) + "\n").encode()
