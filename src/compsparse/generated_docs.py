"""The generated parts of README and docs: verdicts, replication, worlds, pictures, the plan.

They say what git holds and records vouch for, or nothing: an edited verdict, a figure of another
scale and a result that nobody committed stop all of it. ``publication`` finds out what they should
hold; it writes all of them or none.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from compsparse.claims import judge
from compsparse.claims.documents import read_documents
from compsparse.claims.errors import ClaimsError
from compsparse.claims.generated import replace_block
from compsparse.claims.registry import Registry, read_registry
from compsparse.pages.cost import cost_block
from compsparse.pages.document_page import document_page
from compsparse.pages.front_page import front_page
from compsparse.pages.gallery import first_picture, picture_block, pictures_block
from compsparse.pages.plan_graph import plan_graph
from compsparse.pages.readme_block import verdicts_block
from compsparse.pages.replication_page import replication_page
from compsparse.pages.worlds_page import worlds_page
from compsparse.verdicts.official import Verdicts, all_statements
from compsparse.verdicts.refusals import refusals
from compsparse.verdicts.vouched import vouched_verdicts
from workflow_engine.configuration.load import Configuration, load
from workflow_engine.configuration.worlds import Worlds, read_worlds_file, worlds_file
from workflow_engine.provenance.git_head import RESULTS
from workflow_engine.provenance.on_request import REPLICATE, WORLDS, assemble_jobs
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record_root import record_hashes, root_of
from workflow_engine.provenance.storage import told_in_words
from workflow_engine.provenance.vouching import Vouching

Contents = dict[Path, bytes]

_PAGES = ("docs/verdicts.md", "docs/replication.md", "docs/worlds.md")
_ARCHITECTURE = "docs/architecture.md"


@dataclass
class Publication:
    """What every generated file should hold, by absolute path.

    Attributes:
        refused: why nothing may be published, in sentences; ``contents`` is then empty.
        lacking: pictures that are not those of their records, and whose figures are not here to be
            copied, with what to do.
    """

    root: Path
    contents: Contents = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    lacking: dict[Path, str] = field(default_factory=dict)

    def stale(self) -> list[Path]:
        """Return the generated files that are not up to date."""
        found = [path for path, content in self.contents.items() if not _holds(path, content)]
        return [path.relative_to(self.root) for path in found]

    def write(self) -> list[Path]:
        """Bring the generated files up to date; return those that changed.

        Raises:
            StorageError: a file may not be written.
        """
        changed = self.stale()
        with told_in_words("compsparse docs"):
            for place in (self.root / path for path in changed):
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(self.contents[place])
        return changed


def publication(project: Project) -> Publication:
    """Return what the generated files should hold, or why nothing may be published.

    Raises:
        ClaimsError: README lacks a generated block, or documents.yaml is not as it must be.
        ArtifactError: a result that is not what its name says.
    """
    vouching = Vouching.of(project)
    found = Publication(project.root)
    found.refused = refusals(project, vouching) or obstacles(project)
    if not found.refused:
        configuration = load(project.params)
        official = vouched_verdicts(project, vouching).verdicts
        records = record_hashes(project.results, vouching.judgment.jobs)
        found.contents = (
            pages(project, official, records, cost(project, configuration))
            | graph(project, configuration)
            | replication(project, official, carried(vouching, REPLICATE))
            | worlds(project, official, carried(vouching, WORLDS))
        )
        add_pictures(found, project, vouching)
    if found.refused:
        found.contents = {}
    return found


def obstacles(project: Project) -> list[str]:
    """Return which generated files are none: a link would have another file read or overwritten."""
    pages = [project.root / name for name in ("README.md", _ARCHITECTURE, *_PAGES)]
    pages += sorted((project.root / "docs/documents").glob("*"))
    found = []
    for path in (*pages, *_pictures(project)):
        folders = path.parents[: len(path.relative_to(project.root).parts) - 1]
        link = next((place for place in (path, *folders) if place.is_symlink()), None)
        if link is not None or (path.exists() and not path.is_file()):
            what = "symbolic link" if link is not None else "folder or a special file"
            found.append(
                f"{(link or path).relative_to(project.root)} is a {what}; generated pages are "
                "files of this checkout. Move it elsewhere; `git status` shows what was there."
            )
    return list(dict.fromkeys(found))


def cost(project: Project, configuration: Configuration) -> str:
    """Return what README says on costs: of everything, and of the picture that it shows first."""
    readme = project.root / "README.md"
    shown = first_picture(readme.read_text(encoding="utf-8")) if readme.is_file() else ""
    return cost_block(project, configuration, shown)


def graph(project: Project, configuration: Configuration) -> Contents:
    """Return the page on architecture with the graph of the plan, where there is such a page.

    Raises:
        ClaimsError: its generated block is missing.
    """
    page = project.root / _ARCHITECTURE
    if not page.is_file():
        return {}
    jobs = plan(configuration, again=True)
    whole = [*jobs.values(), *assemble_jobs(jobs.values(), jobs.keys()).values()]
    try:
        text = replace_block(page.read_text(encoding="utf-8"), "graph", plan_graph(whole))
    except ValueError as error:
        raise ClaimsError(f"{page}: {error} `git checkout {_ARCHITECTURE}`.") from None
    return {page: text.encode()}


def pages(
    project: Project, verdicts: Mapping[str, Verdicts], records: dict[str, str], cost: str
) -> Contents:
    """Return README, the page of counts and the page of each document.

    Args:
        project: where they lie.
        verdicts: the official ones by study.
        records: the sha256 of all records, by path.
        cost: what README says on costs.

    Raises:
        ClaimsError: README or one of its generated blocks is missing.
    """
    documents = read_documents(project.root / "workflow/claims/documents.yaml")
    readme = project.root / "README.md"
    registries = _registries(project)
    statements = all_statements(documents, verdicts)
    block = verdicts_block(verdicts, statements)
    try:
        text = replace_block(readme.read_text(encoding="utf-8"), "verdicts", block)
        for name, drawn in (("picture", picture_block), ("pictures", pictures_block)):
            text = replace_block(text, name, drawn(text, verdicts, registries))
        text = replace_block(text, "cost", cost)
        text = replace_block(text, "release", release_line(records))
    except (OSError, ValueError) as error:
        raise ClaimsError(f"{readme}: {error} `git checkout README.md` brings it back.") from None
    judged = {statement.entry.id: statement for statement in statements}
    studies = {name: study for study, registry in registries.items() for name in registry.by_id}
    pictures = {picture.name for picture in _pictures(project)}
    documented = {
        project.root / f"docs/documents/{document.id}.md": document_page(
            document, judged, studies, pictures
        ).encode()
        for document in documents.documents
    }
    return {
        readme: text.encode(),
        project.root / _PAGES[0]: front_page(verdicts, documents).encode(),
        **documented,
    }


def release_line(records: dict[str, str]) -> str:
    """Return the one hash over all records, in the words of README."""
    return f"Records of this release: {len(records)}, root `{root_of(records)}`"


def replication(
    project: Project,
    verdicts: Mapping[str, Verdicts],
    carried: Mapping[str, int] = MappingProxyType({}),
) -> Contents:
    """Return the page on replication for the official verdicts by study."""
    claims = {study: of_study.claims for study, of_study in sorted(verdicts.items())}
    return {project.root / _PAGES[1]: replication_page(claims, carried).encode()}


def worlds(
    project: Project,
    verdicts: Mapping[str, Verdicts],
    carried: Mapping[str, int] = MappingProxyType({}),
) -> Contents:
    """Return the page on worlds for the official verdicts by study."""
    claims = {study: of_study.claims for study, of_study in verdicts.items()}
    page = worlds_page(claims, study_worlds(project, claims), carried)
    return {project.root / _PAGES[2]: page.encode()}


def study_worlds(project: Project, studies: Iterable[str]) -> dict[str, Worlds]:
    """Return the worlds of those studies that have some."""
    files = {study: project.root / worlds_file(study) for study in studies}
    return {study: read_worlds_file(path) for study, path in files.items() if path.exists()}


def _registries(project: Project) -> dict[str, Registry]:
    """Return the claims files of all studies that are judged by one."""
    return {
        job.study: read_registry(project.root / job.sources["claims"])
        for job in plan(load(project.params)).values()
        if job.module == judge.__name__
    }


def carried(vouching: Vouching, step: str) -> dict[str, int]:
    """Return how often what a step on request measured was carried over since it was made."""
    found: dict[str, int] = {}
    for job in sorted(vouching.judgment.jobs.values(), key=lambda job: job.study):
        path = next(iter(job.outputs.values()))
        if job.step == step and vouching.objection(path) is None:
            record = vouching.record(path)
            times = len(record.carried) if record else 0
            found[job.study] = max(times, found.get(job.study, 0))
    return found


def add_pictures(found: Publication, project: Project, vouching: Vouching) -> None:
    """Add the figures that docs show, as copies of the results."""
    for picture in _pictures(project):
        place = picture.relative_to(project.root)
        figure = next((p for p in vouching.planned if p.endswith(f"/figures/{picture.name}")), "")
        record = vouching.record(figure)
        if record is None:
            found.refused.append(
                f"{place}: params.yaml asks for no figure of this name, so no record vouches for "
                "it. List its study, rename it, or move it to another folder of docs."
            )
        elif (project.results / figure).is_file():
            found.contents[picture] = (project.results / figure).read_bytes()
        elif hashlib.sha256(picture.read_bytes()).hexdigest() != record.outputs[figure]:
            found.lacking[place] = (
                f"its record has another picture, and {RESULTS}/{figure} is not here: run "
                "`dvc pull` or `snakemake`, then `compsparse docs`"
            )


def _pictures(project: Project) -> list[Path]:
    return sorted((project.root / "docs/figures").glob("*.png"))


def _holds(path: Path, content: bytes) -> bool:
    return path.is_file() and path.read_bytes() == content
