"""Genomes lie in the project, since records name no files elsewhere."""

import pytest
from pydantic import ValidationError

from compsparse.studies.regime.evolved.plan import NOWHERE
from compsparse.studies.regime.plan import Settings, jobs, requests
from workflow_engine.configuration.load import load
from workflow_engine.provenance.project import Project


def settings(**changed: object) -> Settings:
    """Return the settings of params.yaml with some of them changed."""
    written = load(Project.find().params).settings["regime"]
    return Settings.model_validate(written.model_dump() | changed)


@pytest.mark.parametrize("folder", ["/data/genomes", "../genomes", "a//b", "./genomes", ""])
def test_a_folder_outside_of_the_project_is_refused(folder: str) -> None:
    with pytest.raises(ValidationError, match="a folder in the project"):
        settings(picbreeder_dir=folder)


def test_what_is_asked_for_does_not_depend_on_where_genomes_lie() -> None:
    named, nowhere = settings(picbreeder_dir="genomes"), settings()
    assert requests(named)["evolved"] == requests(nowhere)["evolved"]
    asked = requests(nowhere)["evolved"]
    sources = {path for job in jobs(asked, 0, "default") for path in job.sources.values()}
    assert f"{NOWHERE}/skull.json" in sources
    made = named.model_copy(update={"on_request": ["evolved"]})
    assert "genomes/skull.json" in {
        path for job in jobs(made, 0, "default") for path in job.sources.values()
    }
