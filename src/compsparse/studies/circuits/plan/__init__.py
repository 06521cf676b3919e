"""The jobs of study ``circuits``: a pure function of its settings, a module a theme.

generate -> train -> evaluate -> render, and judge over all results.
"""

from compsparse.provenance.job import Job
from compsparse.studies.circuits.plan import (
    emulation,
    finite_precision,
    local_steps,
    next_token,
    sparse_functions,
    threshold_gates,
    unrolling,
)
from compsparse.studies.circuits.plan.collector import Collector
from compsparse.studies.circuits.settings import Settings

# in the order of the document
_THEMES = (
    unrolling,
    threshold_gates,
    emulation,
    finite_precision,
    sparse_functions,
    next_token,
    local_steps,
)


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    plan = Collector(root_seed, scale)
    for theme in _THEMES:
        theme.collect(plan, settings)
    plan.judge()
    return plan.jobs
