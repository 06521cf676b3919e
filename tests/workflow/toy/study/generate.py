"""Make numbers from the root seed."""

import random

from compsparse.studies.TOY.arithmetic import clipped

from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return ``count`` numbers, none above ``clip``."""
    generator = random.Random(params["root_seed"])
    numbers = [clipped(generator.randrange(100), params["clip"]) for _ in range(params["count"])]
    return {"numbers": numbers}
