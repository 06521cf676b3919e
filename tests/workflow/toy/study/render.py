"""Draw bars with letters."""

from workflow_engine.artifacts.json_values import read_json
from workflow_engine.steps import Inputs, Outputs, single


def run(inputs: Inputs) -> Outputs:
    """Return one bar per row."""
    return {"figure": ["#" * (row["sum"] % 50) for row in read_json(single(inputs, "table"))]}
