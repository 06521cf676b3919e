"""The jobs of study ``factorial``: a pure function of its settings.

generate -> train -> evaluate -> render, and judge over all results.
"""

from compsparse.studies.factorial.approximation import plan as approximation
from compsparse.studies.factorial.calibration import plan as calibration
from compsparse.studies.factorial.collector import Collector
from compsparse.studies.factorial.compression import plan as compression
from compsparse.studies.factorial.data_model.worlds import World
from compsparse.studies.factorial.data_properties import plan as data_properties
from compsparse.studies.factorial.data_split import plan as data_split
from compsparse.studies.factorial.discussion import plan as discussion
from compsparse.studies.factorial.estimation import plan as estimation
from compsparse.studies.factorial.generalization import plan as generalization
from compsparse.studies.factorial.single_pass import plan as single_pass
from compsparse.studies.factorial.structure_search import plan as structure_search
from workflow_engine.provenance.job import Job

# in the order of the document; the discussion sums up all others
_THEMES = (
    data_properties,
    approximation,
    estimation,
    structure_search,
    single_pass,
    compression,
    generalization,
    data_split,
    calibration,
    discussion,
)


class Settings(
    data_properties.DataModel,
    approximation.Approximation,
    estimation.Estimation,
    structure_search.StructureSearch,
    single_pass.SinglePassExperiments,
    compression.Compression,
    generalization.Generalization,
    data_split.DataSplit,
    calibration.Calibration,
    discussion.Discussion,
):
    """The section ``factorial`` of params.yaml, one subsection per experiment."""

    world: World = "none"


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    return Collector(root_seed, scale, settings.world).collect(_THEMES, settings)
