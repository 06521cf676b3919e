"""A result's id in place of a path: its files in results/, with all that they were made from."""

from pathlib import Path

from workflow_engine.configuration.load import load
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.names import files_of, nearest, result_ids
from workflow_engine.provenance.plan import plan
from workflow_engine.provenance.project import Project


def result_files(project: Project, path: Path) -> list[str]:
    """Return the files behind a result, relative to results/; none for what is no result's id."""
    if not _may_be_an_id(path):
        return []
    jobs = plan(load(project.params))
    return files_of(path.name, jobs) if path.name in result_ids(jobs) else []


def result_picture(project: Project, path: Path) -> Path | None:
    """Return the picture of a result, the first where it has several; None for no result's id."""
    job = _results(project).get(path.name) if _may_be_an_id(path) else None
    return project.results / next(iter(job.outputs.values())) if job is not None else None


def nearest_result(project: Project, path: Path) -> str:
    """Return a question after the nearest result's id; nothing for a path with folders."""
    return nearest(path.name, _results(project)) if _may_be_an_id(path) else ""


def _results(project: Project) -> dict[str, Job]:
    return result_ids(plan(load(project.params)))


def _may_be_an_id(path: Path) -> bool:
    return len(path.parts) == 1 and not path.exists() and not path.is_symlink()
