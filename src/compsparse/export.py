"""A figure for a paper: as PDF, with its citation and a sidecar: what it shows, what made it."""

import hashlib
import importlib
import io
from pathlib import Path
from typing import TYPE_CHECKING

from compsparse.citation import citation
from compsparse.results import Checkout
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.pictures import encode
from workflow_engine.provenance.arguments import arguments
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.names import ids_on_request, result_ids
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.source_parts import file_of
from workflow_engine.provenance.vouching import Vouching
from workflow_engine.validation.printable import json_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DATELESS = {"CreationDate": None, "Creator": None, "Producer": None}


def export(project: Project, name: str, folder: Path) -> list[Path]:
    """Write NAME.pdf, NAME.bib and NAME.json into a folder and return their paths.

    Raises:
        KeyError: there is no such result.
        ArtifactError: no record vouches for the table, the figure drawn from it is another one
            than that of the record, or it is made on request.
    """
    vouching = Vouching.of(project)
    files = {"bib": citation(project, name, vouching).encode() + b"\n"}
    if job := ids_on_request(vouching.judgment.jobs).get(name):
        place = project.results / job.outputs[f"svg_{name}"]
        reason = "It is made on request, and its picture is not drawn again."
        raise ArtifactError(place, reason, f"Take this file; `compsparse cite {name}` cites it.")
    found = Checkout(project, vouching)[name]
    files["pdf"] = _pdf(_drawn(project, name, vouching))
    claims = found.claims.reset_index().astype(object)
    sidecar = {
        "result": name,
        "headline": found.headline,
        "claims": claims.where(claims.notna(), None).to_dict("records"),
        "sha256": {
            suffix: hashlib.sha256(written).hexdigest() for suffix, written in files.items()
        },
        "provenance": found.provenance(),
    }
    files["json"] = json_text(sidecar).encode() + b"\n"
    folder.mkdir(parents=True, exist_ok=True)
    for suffix, content in files.items():
        (folder / f"{name}.{suffix}").write_bytes(content)
    return [folder / f"{name}.{suffix}" for suffix in files]


def _drawn(project: Project, name: str, vouching: Vouching) -> "Figure":
    """Return the figure, drawn again; its SVG has the bytes that the record names."""
    job = result_ids(vouching.judgment.jobs)[name]
    step = importlib.import_module(job.module)
    drawn = step.run(_inputs(project, job), **arguments(step.run, job.params))
    figure: Figure = drawn["svg"]
    place = job.outputs["svg"]
    record = vouching.record(place)
    made = hashlib.sha256(encode(Path(place), figure)).hexdigest()
    if record is None or record.outputs[place] != made:
        reason = "What is drawn now from its table is not the figure that its record names."
        raise ArtifactError(project.results / place, reason, "Run `snakemake`.")
    return figure


def _inputs(project: Project, job: Job) -> dict[str, Path | list[Path]]:
    read: dict[str, Path | list[Path]] = {
        role: project.results / paths
        if isinstance(paths, str)
        else [project.results / path for path in paths]
        for role, paths in job.inputs.items()
    }
    return read | {role: project.root / file_of(path) for role, path in job.sources.items()}


def _pdf(figure: "Figure") -> bytes:
    import matplotlib as mpl

    stream = io.BytesIO()
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams["pdf.fonttype"] = 42  # letters stay letters, which journals ask for
        figure.savefig(stream, format="pdf", metadata=_DATELESS)
    return stream.getvalue()
