"""Claim something."""

from workflow_engine.artifacts.json_values import read_json
from workflow_engine.steps import Inputs, Outputs, single


def run(inputs: Inputs, *, scale: str) -> Outputs:
    """Return metrics and one verdict, which is official."""
    total = sum(row["sum"] for row in read_json(single(inputs, "table")))
    claim = {"id": "TOY_sums_positive", "verdict": "holds" if total > 0 else "fails"}
    return {"metrics": {"TOY_sums": {"total": total}}, "claims": [claim], "official": [claim]}
