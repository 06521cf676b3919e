"""Keep the largest numbers."""

from compsparse.studies.TOY.arithmetic import clipped

from workflow_engine.artifacts.json_values import read_json
from workflow_engine.steps import Inputs, Outputs, many


def run(inputs: Inputs, *, percent: int) -> Outputs:
    """Keep ``percent`` of every model's numbers."""
    models = [sorted(read_json(path)) for path in many(inputs, "models")]
    keep = [clipped(len(m) * percent // 100, len(m)) for m in models]
    return {"pruned": [m[len(m) - k :] for m, k in zip(models, keep, strict=True)]}
