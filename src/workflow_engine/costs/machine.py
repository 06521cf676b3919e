"""The machine on which something is measured."""

import os
import platform
from pathlib import Path

from workflow_engine.costs.calibration import machine_rate
from workflow_engine.costs.model import Machine


def this_machine(numerics: str) -> Machine:
    """Return what identifies this machine's speed under a numerics mode."""
    return Machine(
        processor=processor() or "unknown",
        cores=os.cpu_count() or 1,
        rate=machine_rate(numerics),
    )


def processor() -> str:
    """Return the name of the processor's model."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
