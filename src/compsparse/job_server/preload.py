"""Load the third-party libraries that a job will import, and nothing of this project."""

import contextlib
import importlib
from functools import cache

from compsparse.provenance.closure import ClosureError, Sources
from compsparse.provenance.job import Job
from compsparse.provenance.project import Project

# each takes a tenth of a second or more; with what steps use of it, where the name loads little
_HEAVY = {
    "numpy": ("numpy",),
    "pandas": ("pandas",),
    "scipy": ("scipy.optimize",),
    "torch": ("torch",),
    "matplotlib": (
        "matplotlib.figure",
        "matplotlib.backends.backend_agg",
        "matplotlib.backends.backend_svg",
    ),
}


def preload_for(job: Job) -> None:
    """Import the heavy libraries that the job's step imports, as far as its source tells."""
    for name in _libraries(job.module):
        for part in _HEAVY[name]:
            # what cannot be imported is for the job to report
            with contextlib.suppress(ImportError):
                importlib.import_module(part)


@cache
def _sources() -> Sources:
    return Sources(Project.find().src)


@cache
def _libraries(module: str) -> list[str]:
    sources = _sources()
    try:
        names = sources.third_party(sources.closure(module))
    except ClosureError:
        return []  # as well for the job to report
    return [name for name in _HEAVY if name in names]
