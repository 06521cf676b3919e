"""Imports what runs and commands import, so that its bytecode is stored: uv compiles nothing.

    python -I installation/compile_imports.py

Compiling all that is installed would take five times as long.
"""

import contextlib
import importlib
import sys

_MODULES = (
    "dvc.cli",
    "dvc.commands.repro",
    "snakemake.cli",
    "snakemake.api",
    "snakemake.workflow",
    "pydantic",
    "yaml",
    "pytest",
    "hypothesis",
    "numpy",
    "scipy.stats",
    "scipy.optimize",
    "scipy.ndimage",
    "pandas",
    "pandas.io.formats.csvs",
    "torch",
    "torch._dynamo",
    "safetensors.numpy",
    "jaxtyping",
    "matplotlib.figure",
    "matplotlib.style",
    "matplotlib.backends.backend_agg",
    "matplotlib.backends.backend_svg",
    "seaborn",
    "PIL.Image",
    "sklearn.decomposition",
    "psutil",
)

if __name__ == "__main__":
    sys.dont_write_bytecode = False
    for module in _MODULES:
        with contextlib.suppress(ImportError):  # whether all is there is for check_environment.py
            importlib.import_module(module)
