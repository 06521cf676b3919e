"""Measure all cases in one process: `python -m benchmarks.tickets.worker ROUNDS SECONDS`.

Started by ``benchmarks/tickets``, which sets the numerics mode. Prints JSON.
"""

import json
import sys
from typing import Any

import torch

from benchmarks.share_of_peak import times
from benchmarks.tickets import student, transformer

if __name__ == "__main__":
    torch.set_num_threads(1)
    rounds, seconds = int(sys.argv[1]), float(sys.argv[2])
    cases: dict[str, Any] = times(student.CASES, rounds, seconds, networks=student.SIZE.runs)
    cases |= times(transformer.CASES, rounds, seconds, networks=transformer.NETWORKS)
    print(json.dumps({"cases": cases}))
