"""Functions of rules that say their signature at once.

Snakemake asks for it thousands of times, and working it out is slow.
"""

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any, TypeVar

Wildcards = Any
T = TypeVar("T")

_OF_WILDCARDS = Signature([Parameter("wildcards", Parameter.POSITIONAL_OR_KEYWORD)])


def rule_function(of_wildcards: Callable[[Wildcards], T]) -> Callable[[Wildcards], T]:
    """Return a function of wildcards as rules take it."""
    of_wildcards.__signature__ = _OF_WILDCARDS  # type: ignore[attr-defined]
    # where Snakemake looks first
    of_wildcards._overwrite_params = _OF_WILDCARDS.parameters  # type: ignore[attr-defined]
    return of_wildcards
