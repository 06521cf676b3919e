"""Steps that share parameters: ``run`` takes them together, as a dataclass."""

import inspect
from collections.abc import Callable
from typing import Any, get_type_hints

from workflow_engine.steps import Inputs, Outputs


class Spreading:
    """The ``run`` of a step whose parameters include the fields of a dataclass.

    Attributes:
        step: takes the dataclass second, then its other parameters by keyword.
        schema: the dataclass.
    """

    def __init__(self, step: Callable[..., Outputs], schema: type) -> None:
        """Take the function's signature, with the fields in place of the dataclass."""
        self.step = step
        self.schema = schema
        declared = inspect.signature(step, eval_str=True)
        inputs, _, *others = declared.parameters.values()
        self._fields = get_type_hints(schema)
        fields = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind)
            for name, kind in self._fields.items()
        ]
        files = inputs.replace(kind=inspect.Parameter.POSITIONAL_ONLY)
        self.__signature__ = declared.replace(parameters=[files, *fields, *others])

    def __call__(self, files: Inputs, /, **named: Any) -> Outputs:
        """Run the step."""
        fields = {name: named.pop(name) for name in self._fields}
        return self.step(files, self.schema(**fields), **named)


def spreads(schema: type) -> Callable[[Callable[..., Outputs]], Spreading]:
    """Make the fields of a dataclass parameters of a step, whose second parameter it is."""
    return lambda step: Spreading(step, schema)
