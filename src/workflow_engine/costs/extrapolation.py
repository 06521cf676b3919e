"""What jobs would cost that were never measured, from measured ones of their kind. No measurement.

A kind is one module in one experiment. ``workflow/operations.yaml`` says for each study which
parameters multiply the operations of its jobs. CPU seconds are taken to grow as their product does:
from the job of the same name at scale default, or from all of its kind where none has the name. If
jobs of the kind were measured at the scale itself, all of the kind are corrected by what these took
for each second expected. Left out are caches, what a job takes beside its operations, what stops
early, and parameters that nobody listed. Evaluations, figures and verdicts are not extrapolated.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from workflow_engine.costs.book import CostBook
from workflow_engine.costs.errors import CostsError
from workflow_engine.counted import counted
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.project import Project
from workflow_engine.validation.strict_yaml import read_yaml

# by parameter: a power (in a list, the powers of its numbers are added); "product" of a list's
# numbers; "order-1", a power that another parameter gives, less a number; or, by module, the same
Powers = Mapping[str, Any]
_POWER = re.compile(r"[a-z_]+(-[0-9]+)?")
_NOT_WORK = {"root_seed", "seed_names", "scale"}
_READERS = {"evaluate", "render", "judge"}


@dataclass(frozen=True)
class Kind:
    """The jobs of one module in one experiment that were never measured.

    Attributes:
        factor: their operations for each one of those at default; None where none was measured.
        cpu_seconds: of all.
        at_default: how many jobs of the kind were measured at default.
        at_scale: how many were measured at the scale that is asked for.
        smallest: a file of the job with the fewest operations.
        not_counted: parameters with values that none at default has, and without a power.
    """

    name: str
    jobs: int
    factor: float | None
    cpu_seconds: float
    at_default: int
    at_scale: int
    smallest: str
    smallest_cpu_seconds: float
    not_counted: tuple[str, ...]

    def cells(self) -> tuple[str, ...]:
        """Return the kind as text."""
        place = (self.name, str(self.jobs), f"{self.at_default} + {self.at_scale}")
        numbers = (
            (_rough(self.factor), _rough(self.cpu_seconds / 60)) if self.factor else ("-", "-")
        )
        smallest = f"{self.smallest_cpu_seconds:.1f}" if self.factor else "-"
        return *place, *numbers, smallest, ", ".join(self.not_counted) or "-", self.smallest


@dataclass(frozen=True)
class Extrapolation:
    """What was never measured of a study at a scale, by kind, the most expensive first."""

    kinds: tuple[Kind, ...]
    left_out: int

    def sentence(self) -> str:
        """Return what it comes to."""
        known = [kind for kind in self.kinds if kind.factor]
        if not known:
            return "not extrapolated: nothing of its kinds was measured"
        jobs = counted(sum(kind.jobs for kind in known), "job")
        total = _rough(math.fsum(kind.cpu_seconds for kind in known) / 60)
        name, _, _, factor, most, *_ = known[0].cells()
        return (
            f"extrapolated from default by counted operations, not measured: some {total} CPU "
            f"minutes for {jobs}; most of it {name}, {most}, {factor} times its operations at "
            f"default; {counted(self.left_out, 'other unmeasured job')} left out"
        )


def _rough(number: float) -> str:
    """Return the two digits that an extrapolation has at most."""
    return f"{float(f'{number:.2g}'):,.10g}"


def read_operations(project: Project) -> dict[str, Powers]:
    """Return what multiplies the operations of each study's jobs; nothing where nobody says.

    Raises:
        CostsError: the file holds something else.
    """
    path = project.root / "workflow" / "operations.yaml"
    found: dict[str, Powers] = (read_yaml(path, CostsError) or {}) if path.exists() else {}
    for study, powers in found.items():
        for name, value in powers.items():
            for power in value.values() if isinstance(value, dict) else [value]:
                if not isinstance(power, int | float) and not _POWER.fullmatch(str(power)):
                    raise CostsError(
                        f"workflow/operations.yaml: {study}.{name} has the value {power!r}; "
                        "allowed: a number, 'product', or a parameter less a number, as in "
                        "'order-1'. Give one."
                    )
    return found


def extrapolate(
    book: CostBook, records: Collection[str], default: CostBook, powers: Powers
) -> Extrapolation:
    """Extrapolate the jobs among some of a study that were never measured.

    Args:
        book: the plan, and what was measured of it.
        records: ordinary jobs of one study.
        default: the same at scale default.
        powers: see ``read_operations``.
    """
    studies = {book.jobs[record].study for record in records}
    there = _by_kind(default, (r for r, j in default.jobs.items() if j.study in studies))
    kinds = [
        _kind(name, book, jobs, default, there.get(name, []), powers)
        for name, jobs in _by_kind(book, records).items()
        if any(not book.find(record) for record in jobs)
    ]
    known = sum(kind.jobs for kind in kinds if kind.factor)
    left_out = sum(not book.find(record) for record in records) - known
    return Extrapolation(tuple(sorted(kinds, key=lambda k: (-k.cpu_seconds, k.name))), left_out)


def _kind(
    name: str,
    book: CostBook,
    jobs: Collection[str],
    default: CostBook,
    there: Collection[str],
    of_study: Powers,
) -> Kind:
    mine = of_study.get(name.partition("/")[0])
    powers = {key: value for key, value in of_study.items() if not isinstance(value, dict)}
    powers |= mine if isinstance(mine, dict) else {}
    operations = {record: operations_of(_entries(book, record), powers) for record in jobs}
    known = {  # operations and CPU seconds, by name
        default.jobs[record].name: (
            operations_of(_entries(default, record), powers),
            found.cost.cpu,
        )
        for record in there
        if (found := default.find(record)) is not None
    }

    def expected(record: str) -> float:
        namesake = known.get(book.jobs[record].name)
        basis = [namesake] if namesake else list(known.values())
        counts, seconds = zip(*basis, strict=True)
        return operations[record] * math.fsum(seconds) / math.fsum(counts)

    old = {default.works[record] for record in there}
    new = {r: found.cost.cpu for r in jobs if (found := book.find(r)) and book.works[r] not in old}
    asked = sorted((r for r in jobs if not book.find(r)), key=lambda r: (operations[r], r))
    seconds = dict.fromkeys(asked, 0.0)
    if known:
        off = math.fsum(new.values()) / math.fsum(map(expected, new)) if new else 1.0
        seconds = {record: off * expected(record) for record in asked}
    settings = [_settings(_entries(book, record)) for record in asked]
    seen = [_settings(_entries(default, record)) for record in there]
    unseen = {line.partition("=")[0] for line in frozenset().union(*settings).difference(*seen)}
    at_default = math.fsum(count for count, _ in known.values())
    return Kind(
        name=name,
        jobs=len(asked),
        factor=math.fsum(operations[r] for r in asked) / at_default if known else None,
        cpu_seconds=math.fsum(seconds.values()),
        at_default=len(known),
        at_scale=len(new),
        smallest=next(iter(book.jobs[asked[0]].outputs.values())),
        smallest_cpu_seconds=seconds[asked[0]],
        not_counted=tuple(sorted(unseen - set(powers))) if known else (),
    )


def operations_of(found: Any, powers: Powers) -> float:
    """Return the operations of a job for those of one whose counted parameters are all 1."""
    if _are_mappings(several := list(found.values()) if isinstance(found, dict) else found):
        return math.fsum(operations_of(one, powers) for one in several)
    total = 1.0
    for name, value in found.items():
        power = powers.get(name)
        if power == "product":
            total *= math.prod(value)
        elif isinstance(power, str):
            other, _, less = power.partition("-")
            total *= _raised(value, float(found[other] - int(less or 0)))
        elif power is not None:
            total *= _raised(value, float(power))
        elif isinstance(value, dict) or _are_mappings(value):
            total *= operations_of(value, powers)
    return total


def _raised(value: Any, power: float) -> float:
    if isinstance(value, list):
        return math.fsum(_raised(one, power) for one in value)
    return float(value) ** power if isinstance(value, int | float) and value else 1.0


def _entries(book: CostBook, record: str) -> dict[str, Any]:
    """Return the parameters of a job and of those before it, and how many of a module these are.

    Of two with a name, that of the nearer job counts.
    """
    found, seen, level = _params(book.jobs[record]), {record}, sorted(book.before[record])
    modules: Counter[str] = Counter()
    while level:
        seen.update(level)
        for before in level:
            modules[_module(book.jobs[before])] += 1
            found = _params(book.jobs[before]) | found
        level = sorted({far for near in level for far in book.before[near]} - seen)
    return found | modules


def _params(job: Job) -> dict[str, Any]:
    return {k: v for k, v in job.params.items() if k not in _NOT_WORK and v is not None}


def _are_mappings(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def _settings(found: Mapping[str, Any]) -> frozenset[str]:
    """Return all parameters with their values."""
    lines = frozenset[str]()
    for name, value in found.items():
        deeper = [value] if isinstance(value, dict) else value if _are_mappings(value) else []
        here = frozenset() if deeper or name in _NOT_WORK else {f"{name}={value}"}
        lines = lines.union(here, *map(_settings, deeper))
    return lines


def _by_kind(book: CostBook, records: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for record in records:
        job = book.jobs[record]
        if job.step not in _READERS:
            name = "/".join(filter(None, (_module(job), job.wildcards.get("experiment"))))
            found.setdefault(name, []).append(record)
    return found


def _module(job: Job) -> str:
    return job.module.rpartition(".")[2]
