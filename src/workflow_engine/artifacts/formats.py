"""Which module writes which kind of file.

The modules are named, not imported: a step that writes arrays should not load matplotlib, and its
code digest should follow only the formats that it writes.
"""

from pathlib import PurePath

MODULES = {
    ".npz": "workflow_engine.artifacts.arrays",
    ".safetensors": "workflow_engine.artifacts.tensors",
    ".csv": "workflow_engine.artifacts.tables",
    ".json": "workflow_engine.artifacts.json_values",
    ".svg": "workflow_engine.artifacts.pictures",
    ".png": "workflow_engine.artifacts.pictures",
}


def format_module(path: str) -> str:
    """Return the name of the module that encodes files like ``path``.

    Raises:
        ValueError: no format has this suffix.
    """
    suffix = PurePath(path).suffix
    if suffix not in MODULES:
        raise ValueError(f"{path}: unknown format {suffix!r}; known: {', '.join(sorted(MODULES))}.")
    return MODULES[suffix]
