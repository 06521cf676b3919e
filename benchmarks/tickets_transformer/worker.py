"""Measure all cases: `python -m benchmarks.tickets_transformer.worker ROUNDS SECONDS`.

Started by ``benchmarks/tickets_transformer``, which sets the numerics mode. Prints JSON.
"""

import json
import sys

import torch

from benchmarks.share_of_peak import times
from benchmarks.tickets_transformer.cases import CASES, NETWORKS

if __name__ == "__main__":
    torch.set_num_threads(1)
    measured = times(CASES, int(sys.argv[1]), float(sys.argv[2]), networks=NETWORKS)
    print(json.dumps({"cases": measured}))
