"""The arguments of a step: what the plan gives, held against the step's signature.

A step names its parameters in its signature, ``def run(inputs, *, steps: int, ...)``. The plan's
values are plain JSON; here they become the annotated types, or one sentence says which does not.
"""

import inspect
import json
from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError


class ArgumentsError(ValueError):
    """The plan and the signature of a step differ; the message says in what."""


# every generate, train and prune job has seeds; a step that draws nothing names none
_SEEDS = frozenset({"root_seed", "seed_names"})


def arguments(
    run: Callable[..., object], params: Mapping[str, Any], offered: Collection[str] = ()
) -> dict[str, Any]:
    """Return the keyword arguments that a step is called with.

    Args:
        run: the step; its first parameter is ``inputs``.
        params: the plan's values, by name.
        offered: names that the runner gives by itself, such as ``checkpoints``.

    Raises:
        ArgumentsError: the plan gives a name that the step lacks, lacks one that it needs, or gives
            a value of another type.
    """
    _, *declared = inspect.signature(run, eval_str=True).parameters.values()
    known = {p.name: p for p in declared if p.name not in offered}
    for name in params:
        if name not in known and name not in _SEEDS:
            raise ArgumentsError(
                f"the plan gives {name!r}, which the step does not take; its parameters are: "
                f"{', '.join(known) or 'none'}"
            )
    found = {}
    for name, parameter in known.items():
        if name in params:
            found[name] = _converted(name, parameter.annotation, params[name])
        elif parameter.default is parameter.empty:
            raise ArgumentsError(f"the step needs {name!r}, which the plan does not give")
    return found


def _converted(name: str, kind: Any, value: Any) -> Any:
    if kind is inspect.Parameter.empty:
        raise ArgumentsError(f"the parameter {name!r} of the step has no type; annotate it")
    adapter = _adapter(kind)
    try:
        # strict as JSON: a list may become a tuple and 1 a 1.0, but no text becomes a number
        found = adapter.validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, (name, *first["loc"])))
        raise ArgumentsError(
            f"{place} is {first['input']!r} in the plan; {first['msg'].lower()}"
        ) from None
    if unknown := _dropped(value, adapter.dump_python(found, mode="json")):
        raise ArgumentsError(f"{name} has the key {unknown!r} in the plan, which {kind} lacks")
    return found


def _dropped(value: Any, kept: Any) -> str | None:
    """Return a key that a dataclass does not have; pydantic passes over it."""
    if isinstance(value, dict):
        missing = [key for key in value if key not in kept]
        return next(iter(missing), None) or next(
            filter(None, (_dropped(inner, kept[key]) for key, inner in value.items())), None
        )
    if isinstance(value, list):
        return next(filter(None, map(_dropped, value, kept)), None)
    return None


@cache
def _adapter(kind: Any) -> Any:  # a TypeAdapter, which checks of annotations cannot read
    return TypeAdapter(kind)
