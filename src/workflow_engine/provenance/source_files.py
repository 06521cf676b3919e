"""Files of the user's that jobs read: no job makes them, so they must be there before a run."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.configuration.load import load
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.names import parameters_with
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.source_parts import file_of
from workflow_engine.validation.explanation import shown
from workflow_engine.validation.printable import printable


def require_sources(
    project: Project, overrides: Mapping[str, Any], jobs: Iterable[Job], asked: Collection[str]
) -> None:
    """Refuse to start where a parameter of a study that is asked for names a missing file.

    Raises:
        ConfigurationError: the parameter, the file, the job that reads it, what to do.
    """
    for job in jobs:
        for path in job.sources.values() if job.study in asked else ():
            if (project.root / file_of(path)).exists():
                continue
            # a remembered plan comes without settings
            model = load(project.params, overrides).settings[job.study]
            for key in parameters_with(path, {job.study: model.model_dump()})[:1]:
                raise ConfigurationError(
                    f"{key} names the file {shown(path)}, which does not exist in "
                    f"{printable(project.root)}, and {job.study}/{job.name} reads it. "
                    f"Put the file there, or give {key} the path of one that is there, "
                    "relative to the project's root."
                )
