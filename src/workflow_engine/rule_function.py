"""Functions of rules that say their signature at once.

Snakemake asks for it thousands of times, and working it out is slow.
"""

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any, TypeVar

Wildcards = Any
T = TypeVar("T")

_WILDCARDS, _ATTEMPT = (
    Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in ("wildcards", "attempt")
)
_OF_WILDCARDS = Signature([_WILDCARDS])
_OF_ATTEMPTS = Signature([_WILDCARDS, _ATTEMPT])


def rule_function(of_wildcards: Callable[[Wildcards], T]) -> Callable[[Wildcards], T]:
    """Return a function of wildcards as rules take it."""
    of_wildcards.__signature__ = _OF_WILDCARDS  # type: ignore[attr-defined]
    # where Snakemake looks first
    of_wildcards._overwrite_params = _OF_WILDCARDS.parameters  # type: ignore[attr-defined]
    return of_wildcards


def resource_function(of_attempts: Callable[[Wildcards, int], T]) -> Callable[[Wildcards, int], T]:
    """Return a function of wildcards and of the number of the attempt as resources take it."""
    of_attempts.__signature__ = _OF_ATTEMPTS  # type: ignore[attr-defined]
    return of_attempts
