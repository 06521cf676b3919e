"""What a job needs and that is the same for many: libraries in memory, sources read."""

import contextlib
import gc
import importlib
from pathlib import Path

from compsparse.provenance.closure import ClosureError
from compsparse.provenance.digests import Digests
from compsparse.provenance.environment import PinError
from compsparse.provenance.job import Job
from compsparse.provenance.project import Project
from compsparse.provenance.runner import run_job

# each takes a few hundredths of a second or more; with what steps use of it, directly or not,
# where the name alone loads little
_HEAVY = {
    "jaxtyping": ("jaxtyping",),
    "numpy": ("numpy",),
    "safetensors": ("safetensors.numpy",),
    "pandas": ("pandas", "pandas.io.formats.csvs", "pandas.core.reshape.reshape"),
    "scipy": ("scipy.optimize", "scipy.special"),
    "torch": ("torch",),
    "matplotlib": (
        "matplotlib.figure",
        "matplotlib.style",
        "matplotlib.backends.backend_agg",
        "matplotlib.backends.backend_svg",
        "PIL.BmpImagePlugin",
        "PIL.GifImagePlugin",
        "PIL.JpegImagePlugin",
        "PIL.PpmImagePlugin",
    ),
}


class Preparation:
    """Prepares jobs in the server, and runs them in its children.

    Sources are read, never imported: a child imports the code of its step as it is then.
    """

    def __init__(self, project: Project) -> None:
        """Nothing is prepared yet."""
        self._project = project
        self._digests = Digests(project)

    def prepare(self, job: Job) -> None:
        """Load the libraries that the job's step imports, and digest its sources as they are."""
        try:
            self._digests = self._digests.renewed(job)
            self._digests.code_and_environment(job)
            names = self._digests.sources.third_party(self._digests.modules(job))
        except (ClosureError, PinError, OSError):
            # for the job to report; what was read may be half of an edit
            self._digests = Digests(self._project)
            return
        for name, parts in _HEAVY.items():
            if name in names:
                for part in parts:
                    with contextlib.suppress(ImportError):
                        importlib.import_module(part)
        # else the garbage collector of every child would touch, and so copy, all that is loaded
        gc.freeze()

    def run(self, out: Path, job: Job) -> int:
        """Run a job that was prepared; return 0."""
        run_job(self._project, out, job, self._digests)
        return 0
