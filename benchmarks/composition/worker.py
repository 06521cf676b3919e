"""Measure all cases in one process: `python -m benchmarks.composition.worker ROUNDS SECONDS`.

Started by ``benchmarks/composition``, which sets the numerics mode. Prints JSON.
"""

import json
import sys

import torch

from benchmarks.composition.cases import CASES
from benchmarks.composition.theory_model import theory_model
from benchmarks.share_of_peak import times

if __name__ == "__main__":
    torch.set_num_threads(1)
    rounds = int(sys.argv[1])
    measured = {
        "theory_model": theory_model(rounds),
        "cases": times(CASES, rounds, float(sys.argv[2])),
    }
    print(json.dumps(measured))
