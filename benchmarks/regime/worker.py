"""Measure all cases in one process: `python -m benchmarks.regime.worker ROUNDS SECONDS`.

Started by ``benchmarks.regime``, which sets the numerics mode. Prints JSON.
"""

import json
import sys

import torch

from benchmarks.regime.cases import CASES, NETWORKS
from benchmarks.share_of_peak import times

if __name__ == "__main__":
    torch.set_num_threads(1)
    measured = times(CASES, int(sys.argv[1]), float(sys.argv[2]), networks=NETWORKS)
    print(json.dumps({"cases": measured}))
