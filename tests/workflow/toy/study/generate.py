"""Make numbers from the root seed."""

import random

from compsparse.studies.TOY.arithmetic import clipped

from workflow_engine.steps import Inputs, Outputs


def run(inputs: Inputs, *, root_seed: int, count: int, clip: int) -> Outputs:
    """Return ``count`` numbers, none above ``clip``."""
    generator = random.Random(root_seed)
    numbers = [clipped(generator.randrange(100), clip) for _ in range(count)]
    return {"numbers": numbers}
