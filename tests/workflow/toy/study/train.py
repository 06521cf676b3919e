"""Fit nothing: multiply."""

from workflow_engine.artifacts.json_values import read_json
from workflow_engine.steps import Inputs, Outputs, single


def run(inputs: Inputs, *, rate: int, offset: int, factor: int) -> Outputs:
    """Return a model and its history."""
    numbers = read_json(single(inputs, "numbers"))
    scaled = [rate * (factor * n + offset) for n in numbers]
    return {"model": scaled, "history": [sum(scaled[:i]) for i in range(len(scaled))]}
