"""The code and environment digests of jobs."""

from contextlib import suppress
from dataclasses import dataclass, field

from workflow_engine.artifacts.formats import format_module
from workflow_engine.provenance.closure import Sources
from workflow_engine.provenance.environment import (
    RUNNING_PYTHON,
    SUPPORTED_PYTHONS,
    PinError,
    environment_digest,
    read_pins,
)
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.memory import Memory
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.readings import Readings

# what decides the bytes of every job although no step imports it
COMMON_ROOTS = ("workflow_engine.numerics",)


@dataclass
class Digests:
    """Digests of a project as it is now; make a new instance to see later edits.

    ``read`` reads sources, and ``memory`` knows what follows from all of them together: with
    memories it is faster, without any it believes nothing.
    """

    project: Project
    read: Readings = field(default_factory=Readings)
    memory: Memory = field(default_factory=Memory)
    sources: Sources = field(init=False)
    pins: dict[str, str] = field(init=False)
    _by_roots: dict[tuple[str, ...], tuple[str, str]] = field(default_factory=dict)
    _by_imports: dict[tuple[str, ...], str] = field(default_factory=dict)
    _pins_under: dict[str, dict[str, str]] = field(default_factory=dict)
    _environments: dict[tuple[str, tuple[str, ...]], str | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sources = Sources(self.project.src, self.read)
        self.pins = read_pins(self.project.constraints)

    def renewed(self, job: Job) -> "Digests":
        """Return digests that tell the truth about a job now; the same ones if nothing changed."""
        pins = read_pins(self.project.constraints)
        same = pins == self.pins and self.sources.unchanged(self.modules(job))
        return self if same else Digests(self.project)

    def modules(self, job: Job) -> frozenset[str]:
        """Return the modules whose code decides the bytes of a job.

        They are its step, the writers of its files and what sets up every job.
        """
        return self.sources.closure(*self._roots(job))

    def code_and_environment(self, job: Job) -> tuple[str, str]:
        """Return the code digest and the environment digest of a job.

        Raises:
            ClosureError: a module is missing or not Python.
            PinError: a package is missing or not pinned.
        """
        roots = self._roots(job)
        if roots not in self._by_roots:
            code, imports = self._code_and_imports(roots)
            self._by_roots[roots] = code, self._environment_of(tuple(imports))
        return self._by_roots[roots]

    def _environment_of(self, imports: tuple[str, ...]) -> str:
        if imports not in self._by_imports:
            self._by_imports[imports] = environment_digest(imports, self.pins)
        return self._by_imports[imports]

    def _code_and_imports(self, roots: tuple[str, ...]) -> tuple[str, list[str]]:
        """Return the code digest of some modules, and what they import besides the package."""
        key = f"code of {' '.join(roots)}"
        with suppress(ValueError, TypeError):
            code, imports = self.memory.get(key)
            return str(code), [str(name) for name in imports]
        modules = self.sources.closure(*roots)
        found = self.sources.code_digest(modules), sorted(self.sources.third_party(modules))
        self.memory.put(key, found)
        return found

    def pins_under(self, python: str) -> dict[str, str]:
        """Return the pins that hold under a Python, ``3.12`` say.

        Raises:
            PinError: the constraints cannot be read.
        """
        if python == RUNNING_PYTHON:
            return self.pins
        if python not in self._pins_under:
            self._pins_under[python] = read_pins(self.project.constraints, python)
        return self._pins_under[python]

    def python_behind(self, job: Job, environment: str) -> str | None:
        """Return the other supported Python under which a job has this environment digest.

        Raises:
            ClosureError: a module is missing or not Python.
        """
        others = (python for python in SUPPORTED_PYTHONS if python != RUNNING_PYTHON)
        return next((p for p in others if self._environment_under(p, job) == environment), None)

    def _environment_under(self, python: str, job: Job) -> str | None:
        """Return the environment digest of a job under a Python, None if it cannot be told."""
        key = (python, self._roots(job))
        if key not in self._environments:
            imports = self.sources.third_party(self.modules(job))
            try:
                found = environment_digest(imports, self.pins_under(python), python)
            except PinError:
                found = None
            self._environments[key] = found
        return self._environments[key]

    @staticmethod
    def _roots(job: Job) -> tuple[str, ...]:
        writers = map(format_module, job.outputs.values())
        return (job.module, *sorted({*COMMON_ROOTS, *writers, *job.runs}))
