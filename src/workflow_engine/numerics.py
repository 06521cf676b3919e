"""What a job's process is told before anything is loaded: which instructions, language, time zone.

``portable`` restricts torch, MKL, oneDNN, OpenBLAS and numpy to AVX2 code paths, so that results
have the same bytes on all Intel CPUs since 2013; ``native`` uses all that the CPU has, is faster,
and is for exploring. Both run on one thread: jobs are the unit of parallelism.
"""

import os
import platform
import sys

PORTABLE = {
    "ATEN_CPU_CAPABILITY": "avx2",
    "MKL_CBWR": "AVX2,STRICT",
    "ONEDNN_MAX_CPU_ISA": "AVX2",
    "OPENBLAS_CORETYPE": "Haswell",
    "NPY_DISABLE_CPU_FEATURES": "X86_V4 AVX512_ICL AVX512_SPR",
}
ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1"
)
# what programs and libraries ask the process's surroundings, and answer in bytes
SURROUNDINGS = {
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PYTHONUTF8": "1",
    # the order of a set of words must not differ between two runs
    "PYTHONHASHSEED": "0",
    "MPLBACKEND": "agg",
}
MODES = ("portable", "native")


def environment_variables(mode: str) -> dict[str, str]:
    """Return the environment variables of a mode on this machine.

    Raises:
        ValueError: an unknown mode.
    """
    if mode not in MODES:
        raise ValueError(f"numerics is {mode!r}; allowed: {', '.join(MODES)}.")
    x86 = platform.machine().lower() in {"x86_64", "amd64"}
    return ONE_THREAD | (PORTABLE if mode == "portable" and x86 else {})


def activate(mode: str) -> None:
    """Set the mode for this process; must come before numpy and torch are loaded.

    Raises:
        RuntimeError: too late, a numerical library is already loaded.
    """
    variables = environment_variables(mode)
    if all(os.environ.get(name) == value for name, value in variables.items()):
        return
    loaded = [name for name in ("numpy", "torch") if name in sys.modules]
    if loaded:
        raise RuntimeError(
            f"numerics={mode} must be set before {' and '.join(loaded)} is loaded; "
            "run the step with `python -m compsparse run`."
        )
    os.environ.update(variables)
