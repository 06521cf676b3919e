"""Sum up."""

from workflow_engine.artifacts.json_values import read_json
from workflow_engine.steps import Inputs, Outputs, many


def run(inputs: Inputs) -> Outputs:
    """Return one row per pruned file."""
    return {
        "table": [
            {"file": path.name, "sum": sum(map(sum, read_json(path)))}
            for path in many(inputs, "pruned")
        ]
    }
