"""Steps called with plain values, as the plan writes them in JSON."""

import inspect
from collections.abc import Mapping
from typing import Any

from workflow_engine.provenance.arguments import arguments


def run_step(step: Any, inputs: Mapping[str, Any], params: Mapping[str, Any], **given: Any) -> Any:
    """Run a step with those of ``params`` that it takes, and what the runner has ``given``."""
    taken = inspect.signature(step.run).parameters
    known = {name: value for name, value in params.items() if name in taken}
    return step.run(inputs, **arguments(step.run, known, {"checkpoints"}), **given)
