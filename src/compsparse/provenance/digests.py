"""The code and environment digests of jobs."""

from dataclasses import dataclass, field

from compsparse.artifacts.formats import format_module
from compsparse.provenance.closure import Sources
from compsparse.provenance.environment import environment_digest, read_pins
from compsparse.provenance.job import Job
from compsparse.provenance.project import Project


@dataclass
class Digests:
    """Digests of a project as it is now; make a new instance to see later edits."""

    project: Project
    sources: Sources = field(init=False)
    pins: dict[str, str] = field(init=False)
    _by_roots: dict[tuple[str, ...], tuple[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sources = Sources(self.project.src)
        self.pins = read_pins(self.project.constraints)

    def renewed(self, job: Job) -> "Digests":
        """Return digests that tell the truth about a job now; the same ones if nothing changed."""
        pins = read_pins(self.project.constraints)
        same = pins == self.pins and self.sources.unchanged(self.modules(job))
        return self if same else Digests(self.project)

    def modules(self, job: Job) -> frozenset[str]:
        """Return the modules whose code decides the bytes of a job: its step and its writers."""
        return self.sources.closure(*self._roots(job))

    def code_and_environment(self, job: Job) -> tuple[str, str]:
        """Return the code digest and the environment digest of a job.

        Raises:
            ClosureError: a module is missing or not Python.
            PinError: a package is missing or not pinned.
        """
        roots = self._roots(job)
        if roots not in self._by_roots:
            modules = self.sources.closure(*roots)
            self._by_roots[roots] = (
                self.sources.code_digest(modules),
                environment_digest(self.sources.third_party(modules), self.pins),
            )
        return self._by_roots[roots]

    @staticmethod
    def _roots(job: Job) -> tuple[str, ...]:
        return (job.module, *sorted({*map(format_module, job.outputs.values()), *job.runs}))
