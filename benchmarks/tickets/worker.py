"""Measure all cases in one process: `python -m benchmarks.tickets.worker ROUNDS SECONDS`.

Started by ``benchmarks/tickets``, which sets the numerics mode. Prints JSON.
"""

import json
import sys

import torch

from benchmarks.share_of_peak import times
from benchmarks.tickets.student import SIZE, StudentCase

if __name__ == "__main__":
    torch.set_num_threads(1)
    rounds, seconds = int(sys.argv[1]), float(sys.argv[2])
    cases = times({"students, 32-64-1": StudentCase()}, rounds, seconds, networks=SIZE.runs)
    print(json.dumps({"cases": cases}))
