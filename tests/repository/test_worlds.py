"""The worlds of this repository's studies are planned as `snakemake worlds` must find them."""

import importlib
from functools import cache
from pathlib import Path

import pytest

from compsparse.claims.registry import read_registry
from compsparse.worlds.nested import WorldPlan, world_plan
from compsparse.worlds.registry import read_worlds
from tests.house_plan import ROOT, configuration
from workflow_engine.configuration.load import Configuration
from workflow_engine.configuration.scales import Scale
from workflow_engine.configuration.worlds import FOLDER, IDENTITY, read_worlds_file
from workflow_engine.provenance.job import Job

LISTED = configuration().studies  # a study may have worlds before it is listed
FILES = [path for path in sorted((ROOT / FOLDER).glob("*.yaml")) if path.stem in LISTED]
SCALES: tuple[Scale, ...] = ("smoke", "default")


def jobs_in(whole: Configuration, study: str, world: str | None = None) -> list[Job]:
    """Return a study's plan, in one of its worlds where one is named."""
    settings = whole.settings[study]
    if world is not None:
        settings = whole.worlds[study][world].settings
    module = importlib.import_module(f"compsparse.studies.{study}.plan")
    jobs: list[Job] = module.jobs(settings, whole.root_seed, whole.scale)
    return jobs


@cache
def plans(study: str, scale: Scale) -> dict[str, WorldPlan]:
    """Return what each world touches; a world that is not as it must be is refused here."""
    found = configuration(scale)
    base = jobs_in(found, study)
    return {
        name: world_plan(name, base, jobs_in(found, study, name), world.left_out)
        for name, world in found.worlds[study].items()
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_should_fail_are_claims(path: Path) -> None:
    read_worlds(path, read_registry(ROOT / f"workflow/claims/{path.name}"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("scale", SCALES)
def test_every_world_evaluates_as_the_run_does(path: Path, scale: Scale) -> None:
    assert plans(path.stem, scale).keys() > {IDENTITY}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_identity_touches_all_that_a_world_touches_by_itself(path: Path) -> None:
    found = plans(path.stem, "default")
    worlds = read_worlds_file(path).worlds
    # with further values a world is another experiment, of which the identity knows nothing
    for name in (name for name, world in worlds.items() if not world.set):
        assert sorted(found[name].changed - found[IDENTITY].changed) == [], name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_should_fail_is_touched(path: Path) -> None:
    found = plans(path.stem, "default")
    claims = {
        claim.id: claim for claim in read_registry(ROOT / f"workflow/claims/{path.name}").claims
    }
    for name, world in read_worlds_file(path).worlds.items():
        touched = {Path(metrics).name.partition(".")[0] for metrics in found[name].evaluations}
        untouched = [claim for claim in world.fails if claims[claim].result not in touched]
        assert untouched == [], name
