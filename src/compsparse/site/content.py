"""Everything that the site tells, gathered once: only what records vouch for and git holds."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from compsparse.claims import judge
from compsparse.claims.documents import Documents, read_documents
from compsparse.claims.registry import Registry, Result, read_registry
from compsparse.claims.statements import JudgedStatement
from compsparse.generated_docs import carried, replication, study_worlds, worlds
from compsparse.site.parameters import Parameter, read_parameters_with_sources
from compsparse.site.worlds_details import worlds_details
from compsparse.site.worlds_picture import world_picture
from compsparse.verdicts.headlines import Told
from compsparse.verdicts.official import Verdicts, all_statements
from compsparse.verdicts.official_claim import OfficialClaim
from compsparse.verdicts.refusals import refusals
from compsparse.verdicts.vouched import vouched_verdicts
from workflow_engine.configuration.load import load
from workflow_engine.configuration.worlds import Worlds
from workflow_engine.costs.model import ScaleCosts
from workflow_engine.costs.store import read_costs
from workflow_engine.provenance.chains import behind
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.names import ids_on_request, result_ids
from workflow_engine.provenance.on_request import REPLICATE, WORLDS
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import Record
from workflow_engine.provenance.vouching import Vouching


class SiteError(Exception):
    """Why there is no site, in a sentence that says what to do."""


@dataclass(frozen=True)
class ShownResult:
    """A result with all that its page tells.

    Attributes:
        about: title, place and definitions, from the study's registry.
        claims: official verdicts on its claims and checks.
        rule: what Snakemake is asked for.
        on_request: whether no ordinary run makes it.
        chain: the jobs behind its files, as planned.
        parameters: those of its experiments.
        figure: bytes; None where it is not here.
        figure_suffix: ``.svg``, or ``.png`` where only the copy in docs/figures is here.
        table: bytes; None where there is none.
        refused: why its files are not shown.
    """

    study: str
    id: str
    about: Result
    claims: Sequence[OfficialClaim]
    told: Told | None
    rule: str
    on_request: bool
    chain: Sequence[Job]
    parameters: Sequence[Parameter]
    figure: bytes | None
    table: bytes | None
    refused: str = ""
    figure_suffix: str = ".svg"

    @property
    def page(self) -> str:
        """Its page, without the ending."""
        return f"results/{self.study}/{self.id}"


@dataclass(frozen=True)
class Content:
    """What the site tells.

    Attributes:
        results: by id, in the order of the registries.
        records: of all planned jobs that have one, by the path of the record.
        makers: the job that makes a file, by the file's path.
        written: pages on replication and worlds, and their pictures, by their places.
    """

    project: Project
    documents: Documents
    verdicts: Mapping[str, Verdicts]
    registries: Mapping[str, Registry]
    statements: Sequence[JudgedStatement]
    results: Mapping[str, ShownResult]
    parameters: Sequence[Parameter]
    worlds: Mapping[str, Worlds]
    costs: Mapping[str, ScaleCosts]
    records: Mapping[str, Record]
    makers: Mapping[str, Job]
    written: Mapping[str, bytes]

    @property
    def claims(self) -> dict[str, OfficialClaim]:
        """All claims and checks by id."""
        return {c.id: c for of_study in self.verdicts.values() for c in of_study.claims}

    def of_study(self, study: str) -> list[ShownResult]:
        """Return the results of a study."""
        return [result for result in self.results.values() if result.study == study]


def gathered(project: Project) -> Content:
    """Return what the site tells.

    Raises:
        SiteError: records do not vouch for what would be shown, or git does not hold it.
    """
    vouching = Vouching.of(project)
    if refused := refusals(project, vouching):
        raise SiteError(f"The site shows only what holds. {refused[0]}")
    found = vouched_verdicts(project, vouching)
    if found.refused:
        raise SiteError(f"The site shows only what holds. {next(iter(found.refused.values()))}")
    jobs = vouching.judgment.jobs
    registries = {
        job.study: read_registry(project.root / job.sources["claims"])
        for job in jobs.values()
        if job.module == judge.__name__
    }
    parameters = read_parameters_with_sources(project.params.read_text(encoding="utf-8"))
    documents = read_documents(project.root / "workflow/claims/documents.yaml")
    there = study_worlds(project, registries)
    costs = {study: read_costs(project, study) for study in registries}
    scale = load(project.params, worlds=False).scale
    written = replication(project, found.verdicts, carried(vouching, REPLICATE))
    claims = {study: of_study.claims for study, of_study in found.verdicts.items()}
    for page, text in worlds(project, found.verdicts, carried(vouching, WORLDS)).items():
        written[page] = text + b"\n" + worlds_details(claims, there).encode()
    for study, of_study in claims.items():
        if any(claim.worlds for claim in of_study):
            picture = world_picture(study, of_study).encode()
            written[project.root / f"docs/{study}/worlds.svg"] = picture
    return Content(
        project,
        documents,
        found.verdicts,
        registries,
        all_statements(documents, found.verdicts),
        {
            name: shown
            for study, registry in registries.items()
            for name, about in registry.by_id.items()
            if (shown := _result(study, name, about, found.verdicts, vouching, parameters, project))
        },
        parameters,
        there,
        {study: c.scales[scale] for study, c in costs.items() if c and scale in c.scales},
        vouching.judgment.records,
        {path: job for job in jobs.values() for path in job.outputs.values()},
        {str(path.relative_to(project.root)): content for path, content in written.items()},
    )


def _result(
    study: str,
    name: str,
    about: Result,
    verdicts: Mapping[str, Verdicts],
    vouching: Vouching,
    parameters: Sequence[Parameter],
    project: Project,
) -> ShownResult | None:
    """Return what is told of a result; None for one that no job makes."""
    jobs = vouching.judgment.jobs
    drawing = result_ids(jobs).get(name) or ids_on_request(jobs).get(name)
    of_study = verdicts.get(study)
    if drawing is None or of_study is None:
        return None
    figure = next((p for p in drawing.outputs.values() if p.endswith(f"/{name}.svg")), None)
    picture, suffix = _bytes(figure, vouching, project), ".svg"
    if figure and picture is None:
        copied, suffix = figure.removesuffix(".svg") + ".png", ".png"
        place = project.root / "docs/figures" / Path(copied).name
        picture = _bytes(copied, vouching, project, place)
    chain = behind(drawing.outputs.values(), list(jobs.values()))
    tables = (p for job in chain for p in job.outputs.values() if p.endswith(f"/{name}.csv"))
    refused = vouching.objection(figure) if figure else None
    words = {word for job in chain for word in job.wildcards.values()} | {
        name.removeprefix(f"{study}_")
    }
    words |= {part for job in chain for p in job.outputs.values() for part in p.split("/")[2:3]}
    return ShownResult(
        study,
        name,
        about,
        [claim for claim in of_study.claims if claim.result == name],
        of_study.headlines.get(name),
        of_study.on_request.get(name, name),
        name in of_study.on_request,
        chain,
        [p for p in parameters if p.key.split(".")[0] == study and p.key.split(".")[1] in words],
        picture,
        _bytes(next(tables, None), vouching, project),
        f"{refused}. {refused.remedy}" if refused else "",
        suffix,
    )


def _bytes(
    path: str | None, vouching: Vouching, project: Project, copy: Path | None = None
) -> bytes | None:
    """Return the bytes of a file or of its copy, if they are here and those of a valid record."""
    place = copy or project.results / (path or "")
    if path is None or vouching.objection(path) or not place.is_file():
        return None
    content = place.read_bytes()
    record = vouching.record(path)
    right = record and record.outputs[path] == hashlib.sha256(content).hexdigest()
    return content if right else None
