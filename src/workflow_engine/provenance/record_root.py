"""One hash over all records, so that one short text, which can be signed, stands for all results.

Every record holds the hashes of its outputs and of what they were made from, so who holds the root
holds every file. It is the sha256 of what sha256sum prints for the records, sorted by path; nothing
of this package is needed to compute it again:

    cd results && find */provenance -name '*.json' | LC_ALL=C sort | xargs sha256sum | sha256sum
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from workflow_engine.provenance.hashes import sha256


def record_hashes(out: Path, jobs: Iterable[str]) -> dict[str, str]:
    """Return the sha256 of the record of every planned job that has one, sorted by path.

    Args:
        out: the output root.
        jobs: the paths of the plan's records, relative to it. A job on request counts where it was
            made; a record that the plan does not know never counts.
    """
    found = {name: sha256(out / name) for name in sorted(jobs)}
    return {name: sha for name, sha in found.items() if sha is not None}


def record_root(out: Path, jobs: Iterable[str]) -> str:
    """Return the root of all records under an output root, as hexadecimal digits."""
    return root_of(record_hashes(out, jobs))


def root_of(hashes: dict[str, str]) -> str:
    """Return the root of records whose hashes are known."""
    lines = "".join(f"{hashes[name]}  {name}\n" for name in sorted(hashes))
    return hashlib.sha256(lines.encode()).hexdigest()
