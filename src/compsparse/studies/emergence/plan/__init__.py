"""The jobs of study ``emergence``: a pure function of its settings, a module a theme.

generate -> train -> evaluate -> render, and judge over all results.
"""

from compsparse.provenance.job import Job
from compsparse.studies.emergence.plan import (
    edge_cases,
    mechanism,
    sample_complexity,
    scaling_law,
    single_direction,
    staircase,
    width,
)
from compsparse.studies.emergence.plan.collector import Collector
from compsparse.studies.emergence.settings import Settings

# in the order of the document
_THEMES = (
    single_direction,
    staircase,
    scaling_law,
    width,
    sample_complexity,
    mechanism,
    edge_cases,
)


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    plan = Collector(root_seed, scale)
    for theme in _THEMES:
        theme.collect(plan, settings)
    plan.judge()
    return plan.jobs
