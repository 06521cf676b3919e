"""How fast a machine is, in one number: ``python -m workflow_engine.costs.calibration``.

Float32 matrix products of a fixed size on one core: what training mostly does. The best of many
rounds counts, since other work on the machine can only slow it down.
"""

import os
import subprocess
import sys
import time

from workflow_engine.device import environment_variables

_SIDE = 512
_SECONDS = 3.0


def machine_rate(numerics: str) -> float:
    """Return this machine's GFLOP/s under a numerics mode, measured in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "workflow_engine.costs.calibration"],
        env=os.environ | environment_variables(numerics),
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def _measure() -> float:
    import numpy as np

    matrix = np.ones((_SIDE, _SIDE), dtype=np.float32)
    best = float("inf")
    end = time.perf_counter() + _SECONDS
    while (start := time.perf_counter()) < end:
        matrix @ matrix
        best = min(best, time.perf_counter() - start)
    return 2 * _SIDE**3 / best / 1e9


if __name__ == "__main__":
    print(f"{_measure():.1f}")
