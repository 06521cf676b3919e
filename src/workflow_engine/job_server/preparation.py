"""What a job needs and that is the same for many: libraries in memory, sources read."""

import contextlib
import gc
import importlib
import io
from collections.abc import Collection, Iterable
from pathlib import Path

from workflow_engine.isolation import nowhere
from workflow_engine.provenance.closure import ClosureError
from workflow_engine.provenance.digests import Digests
from workflow_engine.provenance.environment import PinError
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.runner import run_job

# What takes a hundredth of a second or more to import, by the name whose import in a source asks
# for it, with what steps use of it, directly or not, where the name alone loads little.
_HEAVY = {
    "jaxtyping": ("jaxtyping",),
    "numpy": ("numpy",),
    "safetensors": ("safetensors.numpy",),
    "pandas": ("pandas", "pandas.io.formats.csvs", "pandas.core.reshape.reshape"),
    "scipy": ("scipy.optimize", "scipy.special"),
    "scipy.ndimage": ("scipy.ndimage",),
    "torch": ("torch",),
    "torch.optim": ("torch._dynamo",),
    "PIL": ("PIL.Image",),
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
    "seaborn": ("seaborn",),
}
# an attribute that asks for it although no source imports it: a first optimizer takes over a second
_HEAVY_ATTRIBUTES = {"optim": "torch.optim"}
# Arrays of some kilobytes to megabytes come and go by the thousand. By default the allocator hands
# many of them back to the kernel at once, which clears the same pages again for the next.
_ALLOCATOR = {
    -1: 1 << 30,  # M_TRIM_THRESHOLD: bytes free at the end of the heap that are kept
    -3: 32 << 20,  # M_MMAP_THRESHOLD: bytes from which on an array has pages of its own; the most
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
        self.load(self.read(job))

    def prepare_shared(self, jobs: Iterable[Job]) -> None:
        """Do for jobs of several steps what their servers, forks of this process, have in common.

        All sources are read, and libraries loaded that more than one step needs.
        """
        needed: dict[str, set[str]] = {}
        for job in jobs:
            for name in self.read(job):
                needed.setdefault(name, set()).add(job.step)
        self.load({name for name, steps in needed.items() if len(steps) > 1})

    def read(self, job: Job) -> set[str]:
        """Digest the sources of the job's step as they are; return what is heavy of its imports."""
        try:
            self._digests = self._digests.renewed(job)
            self._digests.code_and_environment(job)
            modules = self._digests.modules(job)
            self._digests.sources.compile(modules)
            sources = self._digests.sources
            used = sources.names_used(modules) & _HEAVY_ATTRIBUTES.keys()
            heavy = sources.dotted(modules) | {_HEAVY_ATTRIBUTES[name] for name in used}
            return set(heavy & _HEAVY.keys())
        except (ClosureError, PinError, OSError):
            # for the job to report; what was read may be half of an edit
            self._digests = Digests(self._project)
            return set()

    def load(self, names: Collection[str]) -> None:
        """Load what is heavy, once."""
        for name in [name for name in _HEAVY if name in names and name not in self._loaded]:
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


def keep_freed_memory() -> None:
    """Let this process and its forks use freed memory again, where the C library can be told so."""
    import ctypes

    with contextlib.suppress(AttributeError, OSError):
        adjust = ctypes.CDLL(None).mallopt
        for parameter, value in _ALLOCATOR.items():
            adjust(parameter, value)
