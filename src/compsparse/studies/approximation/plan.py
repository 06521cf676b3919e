"""The jobs of study ``approximation``: a pure function of its settings."""

from pydantic import Field

from compsparse.studies.approximation.collector import Collector
from compsparse.studies.approximation.depth import plan as depth
from compsparse.studies.approximation.locality import plan as locality
from compsparse.studies.approximation.samples import plan as samples
from compsparse.studies.approximation.shared_settings import TargetsSettings
from compsparse.studies.approximation.tables import plan as tables
from compsparse.studies.approximation.transfer import plan as transfer
from compsparse.studies.approximation.wiring import plan as wiring
from compsparse.studies.approximation.worlds import World
from workflow_engine.provenance.job import Job

_THEMES = (tables, wiring, samples, depth, locality, transfer)


class Settings(
    tables.TablesTheme,
    wiring.WiringTheme,
    samples.SamplesTheme,
    depth.DepthTheme,
    locality.LocalityTheme,
    transfer.TransferTheme,
):
    """The section ``approximation`` of params.yaml, one subsection per experiment."""

    targets: TargetsSettings
    world: World = Field("none", description="what is missing from every tree")


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    return Collector(root_seed, scale, settings.targets, settings.world).collect(_THEMES, settings)
