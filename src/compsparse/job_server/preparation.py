"""What a job needs and that is the same for many: libraries in memory, sources read."""

import contextlib
import gc
import importlib
import io
from pathlib import Path

from compsparse.isolation import nowhere
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
        self._loaded: set[str] = set()

    def prepare(self, job: Job) -> None:
        """Load the libraries that the job's step imports, and digest its sources as they are."""
        try:
            self._digests = self._digests.renewed(job)
            self._digests.code_and_environment(job)
            modules = self._digests.modules(job)
            names = self._digests.sources.third_party(modules)
            self._digests.sources.compile(modules)
        except (ClosureError, PinError, OSError):
            # for the job to report; what was read may be half of an edit
            self._digests = Digests(self._project)
            return
        for name in [name for name in _HEAVY if name in names - self._loaded]:
            self._loaded.add(name)
            with contextlib.suppress(ImportError), nowhere(self._project.root):
                for part in _HEAVY[name]:
                    importlib.import_module(part)
                if name == "matplotlib":
                    _draw_once()
        # else the garbage collector of every child would touch, and so copy, all that is loaded
        gc.freeze()

    def run(self, out: Path, job: Job) -> int:
        """Run a job that was prepared; return 0."""
        run_job(self._project, out, job, self._digests)
        return 0


def _draw_once() -> None:
    """Make matplotlib read its fonts and build its parsers, as its first figure does."""
    from matplotlib.figure import Figure

    figure = Figure(layout="constrained")
    axes = figure.subplots()
    axes.set(xscale="log", xlabel="x", title=r"$10^{-1}$")
    axes.plot([1, 10], [1, 10], label="line")
    axes.legend()
    for kind in ("svg", "png"):
        figure.savefig(io.BytesIO(), format=kind)
