"""Measure all cases in one process: `python -m benchmarks.genericity.worker ROUNDS SECONDS`.

Started by ``benchmarks.genericity``, which sets the numerics mode. Prints JSON.
"""

import json
import sys

import torch

from benchmarks.genericity.cases import CASES, NETWORKS, STEPS
from benchmarks.share_of_peak import times

if __name__ == "__main__":
    torch.set_num_threads(1)
    measured = times(CASES, int(sys.argv[1]), float(sys.argv[2]), networks=NETWORKS, steps=STEPS)
    print(json.dumps({"cases": measured}))
