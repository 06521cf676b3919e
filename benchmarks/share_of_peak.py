"""Two sides of a step beside a large product of matrices: ratio of times, shares of the peak."""

import statistics
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import torch

from benchmarks.modes import cpu_seconds, interleaved, ratio

_SIDE = 1024  # of the matrices whose product shows the peak


class Case(Protocol):
    """What is compared."""

    @property
    def target(self) -> float | None:
        """The ratio of times to be reached, None where none was set."""
        ...

    @property
    def operations(self) -> float:
        """Multiplications and additions of matrices in a step of one network."""
        ...

    def sides(self) -> Mapping[str, Callable[[], None]]:
        """Return one step of each side, ``own`` and ``peer``."""
        ...


def times(
    cases: Mapping[str, Case], rounds: int, seconds: float, *, networks: int = 1, steps: int = 1
) -> dict[str, Any]:
    """Return CPU times per network and step.

    Args:
        cases: what is compared.
        rounds: how many times.
        seconds: of each.
        networks: that stand side by side on the own side.
        steps: that a call of either side takes.
    """
    left, right = torch.rand(2, _SIDE, _SIDE).unbind()
    results = {}
    for name, case in cases.items():
        calls = {**case.sides(), "peak": lambda: torch.mm(left, right)}
        measured = interleaved(calls, rounds, seconds)
        own = [seconds / networks / steps for seconds in measured["own"]]
        peer = [seconds / steps for seconds in measured["peer"]]
        peak = 2.0 * _SIDE**3 / statistics.median(measured["peak"])
        results[name] = {
            **ratio(own, peer),
            "target": case.target,
            "peak_gflops": peak / 1e9,
            **{
                key: value
                for side, of in (("own", own), ("peer", peer))
                for key, value in (
                    (f"{side}_ms", 1e3 * statistics.median(of)),
                    (f"{side}_share_of_peak", case.operations / statistics.median(of) / peak),
                )
            },
        }
    return results


def sgemm_rate() -> float:
    """Return the machine's rate for large products of matrices, in operations a second."""
    left, right, result = torch.rand(3, 2 * _SIDE, 2 * _SIDE).unbind()
    seconds = min(cpu_seconds(lambda: torch.mm(left, right, out=result), 1) for _ in range(10))
    return 2 * (2 * _SIDE) ** 3 / seconds


def show(mode: str, cases: Mapping[str, Any]) -> None:
    """Print one table."""
    print(f"numerics {mode}: time per network and step, share of the peak of matrix products")
    print(f"{'case':30} {'project':>19} {'plain':>19} {'ratio':>19} {'target':>8}")
    for name, case in cases.items():
        spread = f"{case['ratio']:.2f} ({case['smallest_ratio']:.2f}-{case['largest_ratio']:.2f})"
        target = "" if case["target"] is None else f">= {case['target']:.1f}"
        sides = " ".join(
            f"{case[f'{side}_ms']:9.3f} ms, {case[f'{side}_share_of_peak']:4.0%}"
            for side in ("own", "peer")
        )
        print(f"{name:30} {sides} {spread:>19} {target:>8}")
    peaks = [case["peak_gflops"] for case in cases.values()]
    print(f"peak: {statistics.median(peaks):.0f} GFLOP/s")
