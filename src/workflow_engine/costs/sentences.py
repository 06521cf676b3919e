"""Say an estimate in words and numbers."""

from collections.abc import Mapping, Sequence

from workflow_engine.costs.estimate import Estimate
from workflow_engine.counted import counted

_NAMED = 3  # jobs of a list that are named


def minutes(seconds: float) -> str:
    """Return minutes with one digit after the point, or 'under 0.1'."""
    return f"{seconds / 60:.1f}" if seconds >= 3 else "under 0.1"


def summary(estimates: Mapping[str, Estimate], scale: str, cores: int) -> list[str]:
    """Return the lines that say what each part of a run is expected to cost."""
    lines = [f"Expected on {counted(cores, 'core')}, from stored measurements (docs/costs.md):"]
    for name, expected in estimates.items():
        lines += [f"  {line}" for line in _lines(f"{name}, scale {scale}", expected)]
    return lines


def caveats(expected: Estimate) -> list[str]:
    """Return what the numbers of an estimate leave out, or take from other parameters."""
    lines = []
    if expected.unmeasured:
        jobs = f"{len(expected.unmeasured)} of {counted(expected.jobs, 'job')}"
        lines.append(f"not measured and not included: {jobs} ({_some(expected.unmeasured)})")
    if expected.other_work:
        jobs = f"{len(expected.other_work)} of {counted(expected.jobs, 'job')}"
        lines.append(f"measured with other parameters: {jobs} ({_some(expected.other_work)})")
    if expected.measured and not expected.with_overhead:
        lines.append("Snakemake's own time is not included: no complete run has been measured")
    return lines


def _lines(name: str, expected: Estimate) -> list[str]:
    if not expected.measured:
        return [f"{name}: not measured ({counted(expected.jobs, 'job')})"]
    least = "at least " if expected.unmeasured else ""
    numbers = (
        f"{minutes(expected.cpu)} CPU minutes, {minutes(expected.wall)} minutes, "
        f"up to {expected.memory:.0f} MB of memory, {expected.size / 1e6:.1f} MB of files"
    )
    return [f"{name}: {least}{numbers}", *(f"  {caveat}" for caveat in caveats(expected))]


def _some(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f" and {more} more" if more > 0 else "")
