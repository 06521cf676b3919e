"""What goes into an archive: the last commit, results that hold, and what is written about them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compsparse.archive.crate import METADATA, Crate
from compsparse.archive.software import FILE, codemeta, read_citation, zenodo
from compsparse.verdicts.vouched import vouched_verdicts
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.configuration.load import load
from workflow_engine.costs.notes import read_notes
from workflow_engine.counted import counted
from workflow_engine.provenance.audit import audit
from workflow_engine.provenance.git_head import (
    RESULTS,
    GitError,
    commit_date,
    committed_files,
    head,
)
from workflow_engine.provenance.names import files_of, nearest, result_ids
from workflow_engine.provenance.output_roots import AuditError
from workflow_engine.provenance.plan import makers, plan
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import Record
from workflow_engine.provenance.root_mark import EXTRACT
from workflow_engine.provenance.vouching import Vouching, held_by_dvc
from workflow_engine.validation.errors import InvalidFileError
from workflow_engine.validation.printable import json_text


class ArchiveError(AuditError):
    """What is not committed, or does not hold here, goes into no archive."""


@dataclass(frozen=True)
class Entry:
    """A file of an archive: its bytes, or where they lie, and whether it is a program."""

    content: bytes | Path
    runs: bool = False

    @property
    def size(self) -> int:
        """Bytes."""
        content = self.content
        return len(content) if isinstance(content, bytes) else content.stat().st_size


def contents(project: Project, result: str | None, *, with_data: bool) -> dict[str, Entry]:
    """Return the files of an archive of all results, or of one and all that it was made from.

    Args:
        project: the checkout.
        result: its id; None for all.
        with_data: whether files of DVC's go in, all of which must be here.

    Raises:
        KeyError: there is no such result; the message has the nearest.
        ArchiveError: this is no git clone, or an audit does not hold here.
        InvalidFileError: CITATION.cff lacks something.
    """
    jobs = plan(load(project.params), again=True)
    if result is not None and result not in (known := result_ids(jobs)):
        raise KeyError(f"There is no result {result!r}.{nearest(result, known)}")
    commit = _checked(project, result, with_data=with_data)
    wanted = set(files_of(result, jobs) if result else [*jobs, *makers(jobs)])
    files = {
        path: Entry(content, runs)
        for path, content, runs in committed_files(project.root, commit)
        if not (result and path.startswith(f"{RESULTS}/"))
        or path.removeprefix(f"{RESULTS}/") in wanted
    }
    citation = read_citation(_text(files.get(FILE)))
    if with_data:
        places = {
            f"{RESULTS}/{path}": project.results / path for path in wanted if held_by_dvc(path)
        }
        files |= {path: Entry(place) for path, place in places.items() if place.is_file()}
    records = {
        name: Record.read(project.results / name)
        for name in jobs
        if name in wanted and f"{RESULTS}/{name}" in files
    }
    files["codemeta.json"] = _json(codemeta(citation))
    files[".zenodo.json"] = _json(zenodo(citation))
    title = f"{citation['title']} {citation['version']}"
    if result:
        title = f"{title}: {result}"
        files[f"{RESULTS}/{EXTRACT}"] = Entry(f"{result}\n".encode())
        files |= _verdicts(project, result, known[result].study)
    crate = Crate(
        title=title,
        citation=citation,
        commit=commit,
        date=commit_date(project.root, commit),
        sizes={path: entry.size for path, entry in files.items()},
        records=records,
        notes=read_notes(project.results, (jobs[name] for name in records)),
    )
    files[METADATA] = _json(crate.as_json())
    return files


def _checked(project: Project, result: str | None, *, with_data: bool) -> str:
    """Return the last commit, if all that is to be archived is its and holds."""
    try:
        commit = head(project.root).commit
    except GitError as error:
        raise ArchiveError(f"{error}. An archive is of a commit: make it in a git clone.") from None
    for report in audit(project, [Path(result)] if result else [], committed=True):
        if report.failures:
            path, reason = report.failures[0]
            raise ArchiveError(
                f"{path}: {reason}. Only what is committed and holds is archived; "
                f"`compsparse audit --committed` names {counted(len(report.failures), 'failure')}."
            )
        if report.not_pulled and with_data:
            raise ArchiveError(
                f"{counted(len(report.not_pulled), 'file')} of data, models and figures not here: "
                "`dvc pull` if there is a remote, else `snakemake`; --without-data leaves them out."
            )
    return commit


def _verdicts(project: Project, result: str, study: str) -> dict[str, Entry]:
    """Return the official verdicts on a result's claims, which need the whole study behind them."""
    try:
        found = vouched_verdicts(project, Vouching.of(project), [study]).verdicts[study]
    except (ArtifactError, InvalidFileError, KeyError):
        return {}  # without verdicts that records vouch for, results are archived alone
    rows = [claim.row() for claim in found.claims if claim.result == result]
    return {"verdicts.json": _json(rows)}


def _text(entry: Entry | None) -> str:
    return entry.content.decode() if entry and isinstance(entry.content, bytes) else ""


def _json(value: Any) -> Entry:
    return Entry(f"{json_text(value)}\n".encode())
