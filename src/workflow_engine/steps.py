"""What a step is: a function ``run(inputs, *, steps: int, ...) -> outputs``.

A step reads the files named in ``inputs``, computes from them and from its parameters, which its
signature names with their types, and returns the content of each output by name. The runner
(``workflow_engine.provenance.runner``) holds what the plan gives against the signature, encodes,
writes, renames and records: a step opens no file for writing.

A step that trains may take ``checkpoints`` too, so that an interrupted one goes on
(``compsparse.ensembles.checkpoints``).
"""

from collections.abc import Mapping
from pathlib import Path

Inputs = Mapping[str, Path | list[Path]]
Outputs = dict[str, object]


def single(inputs: Inputs, name: str) -> Path:
    """Return the input ``name``, which must be one file.

    Raises:
        ValueError: no such input, or a list of files.
    """
    value = inputs.get(name)
    if not isinstance(value, Path):
        raise ValueError(f"The step needs one file as input {name!r}; it got {value!r}.")
    return value


def many(inputs: Inputs, name: str) -> list[Path]:
    """Return the input ``name``, which must be a non-empty list of files.

    Raises:
        ValueError: no such input, one file only, or an empty list.
    """
    value = inputs.get(name)
    if not isinstance(value, list) or not value:
        raise ValueError(f"The step needs a list of files as input {name!r}; it got {value!r}.")
    return value
