"""The jobs of study ``factorial``: a pure function of its settings, a module a theme.

generate -> train -> evaluate -> render, and judge over all results.
"""

from compsparse.provenance.job import Job
from compsparse.studies.factorial.plan import (
    approximation,
    calibration,
    compression,
    data_model,
    data_split,
    discussion,
    estimation,
    generalization,
    single_pass,
    structure_search,
)
from compsparse.studies.factorial.plan.collector import Collector
from compsparse.studies.factorial.settings import Settings

# in the order of the document; the discussion sums up all others
_THEMES = (
    data_model,
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


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    plan = Collector(root_seed, scale)
    for theme in _THEMES:
        theme.collect(plan, settings)
    plan.judge()
    return plan.jobs
