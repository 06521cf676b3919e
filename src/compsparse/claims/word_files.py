"""Files of words that stand beside a study's claims file: mappings of results to entries."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from compsparse.claims.errors import ClaimsError
from workflow_engine.validation.strict_yaml import read_yaml


def read_results(path: Path) -> Mapping[str, Any]:
    """Return what a file says of each result, unchecked.

    Raises:
        ClaimsError: missing, not YAML, or no mapping.
    """
    results = read_yaml(path, ClaimsError)
    if not isinstance(results, Mapping):
        raise ClaimsError(f"{path}: the file holds no mapping of results to what is said of them.")
    return results
