"""What is compared with the plain loop, and how much training one call stands for.

Every own side is the whole training loop as the steps call it, draws of samples included.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from compsparse.studies.emergence.chain.single_index import ChainState, draw_inputs, follow
from compsparse.studies.emergence.flow.escape import typical_largest_overlap
from compsparse.studies.emergence.flow.forces import coupled
from compsparse.studies.emergence.flow.integrate import FlowHistory, integrate
from compsparse.studies.emergence.flow.population import escape_time
from compsparse.studies.emergence.online.training import train
from compsparse.studies.emergence.starts.law import draw_teacher_overlaps
from compsparse.studies.emergence.teacher import PowerLawTeacher
from workflow_engine.seeds import generator

CHAIN_RUNS, CHAIN_STEPS, CHAIN_BLOCK = 64, 2_048, 256
ONLINE_NUMBERS = 2**22  # drawn in one call: enough to measure
# the training that one flow stands for: d = 64, P = 16, m = 64, batches of 512, eta = 2e-3
FLOW_END, FLOW_STEPS = 80.0, 40_000


@dataclass(frozen=True)
class Case:
    """A comparison with the plain loop at one size.

    Attributes:
        dimension, directions, neurons, samples: d, P, m and the batch of the plain loop.
        steps: updates of one seed that a call of ``own`` does, or stands for.
        target: the ratio of times to be reached, None where none was set.
        make: returns the call to be timed.
    """

    dimension: int
    directions: int
    neurons: int
    samples: int
    steps: int
    target: float | None
    make: Callable[["Case"], Callable[[], object]]


def _online(runs: int, size: tuple[int, int, int, int], target: float | None) -> Case:
    dimension, directions, neurons, samples = size
    steps = max(20, ONLINE_NUMBERS // (runs * samples * dimension * neurons))

    def make(case: Case) -> Callable[[], object]:
        amplitudes = PowerLawTeacher(1.0, directions).amplitudes
        random = generator(0, "benchmark")
        start = 0.01 * random.standard_normal((runs, neurons, dimension), dtype=np.float32)
        randoms = [generator(0, "benchmark", run) for run in range(runs)]
        return lambda: train(4, amplitudes, start, randoms, samples, 1e-5, [steps])

    return Case(*size, runs * steps, target, make)


def _chain(case: Case) -> Callable[[], object]:
    randoms = [generator(0, "benchmark", run) for run in range(CHAIN_RUNS)]
    dimensions, variances = [case.dimension] * CHAIN_RUNS, [0.0] * CHAIN_RUNS

    def run() -> None:
        state = ChainState(np.full(CHAIN_RUNS, 0.1), np.full(CHAIN_RUNS, 0.1))
        for _ in range(0, CHAIN_STEPS, CHAIN_BLOCK):
            inputs = draw_inputs(randoms, CHAIN_BLOCK, dimensions, variances)
            state = follow(state, inputs, 4, 1.0, 1e-6).last(np.arange(CHAIN_RUNS))

    return run


def _flow(case: Case) -> Callable[[], object]:
    teacher = PowerLawTeacher(1.0, case.directions)
    start = draw_teacher_overlaps(
        generator(0, "benchmark"), case.neurons, case.directions, case.dimension
    )
    return lambda: integrate(coupled, 4, teacher.amplitudes, start, 1e-6, FLOW_END, 0.005)


SMALL, MIDDLE, LARGE = (32, 8, 16), (64, 16, 64), (256, 64, 128)
CASES = {
    "SGD 32,8,16, batch 1": _online(1, (*SMALL, 1), 2.0),
    "SGD 64,16,64, batch 1": _online(1, (*MIDDLE, 1), 2.0),
    "SGD 256,64,128, batch 1": _online(1, (*LARGE, 1), 2.0),
    "SGD 32,8,16, batch 256": _online(1, (*SMALL, 256), None),
    "SGD 64,16,64, batch 512": _online(1, (*MIDDLE, 512), None),
    "SGD 256,64,128, batch 512": _online(1, (*LARGE, 512), None),
    "SGD 32,8,16, batch 1, 16 seeds": _online(16, (*SMALL, 1), 20.0),
    "SGD 64,16,64, batch 1, 16 seeds": _online(16, (*MIDDLE, 1), None),
    "chain, 64 seeds": Case(64, 1, 1, 1, CHAIN_RUNS * CHAIN_STEPS, 500.0, _chain),
    "flow for SGD 64,16,64, batch 512": Case(*MIDDLE, 512, FLOW_STEPS, 100.0, _flow),
}


def large_flow() -> FlowHistory:
    """Do one whole run of the flow with P = 256 and m = 2048, until every direction is learned."""
    teacher = PowerLawTeacher(1.0, 256)
    start = draw_teacher_overlaps(generator(0, "benchmark", "large"), 2048, 256, 10_000)
    overlap = typical_largest_overlap(2048, 10_000)
    end = 2.5 * escape_time(4, float(teacher.amplitudes[-1]), overlap)
    return integrate(coupled, 4, teacher.amplitudes, start, 1e-6, end, 0.01)
