"""Samples of online SGD until a network has its first direction, against the input dimension.

Document 003, part I, 'Theorem (Complexity of SGD learning)': a teacher of four orthogonal
directions, a student of 32 neurons, activation h_3, one step of d^(-3/2) for eight fresh samples.
"""

import json
import math
import sys

import numpy as np
import torch
from scipy import special, stats
from torch import Tensor

DIRECTIONS, NEURONS, SAMPLES, ORDER, STEP_CONSTANT, LOGGED = 4, 32, 8, 3, 0.8, 200


def hermite_3(z: Tensor) -> Tensor:
    """Return the third Hermite polynomial, normalized."""
    return (z**3 - 3 * z) / math.sqrt(6)


def student(weights: Tensor, x: Tensor) -> Tensor:
    """Return the sum over neurons of |w|^2 h_3(<w / |w|, x>)."""
    norms = weights.norm(dim=1)
    return hermite_3(x @ (weights / norms[:, None]).T) @ norms**2


def first_alignment(dimension: int, longest: float) -> float:
    """Return the samples at which a neuron's squared overlap with direction 1 passes 1/2."""
    start = torch.randn(NEURONS, dimension)
    weights = (1e-3 * start / start.norm(dim=1, keepdim=True)).requires_grad_()
    amplitudes = torch.arange(1.0, DIRECTIONS + 1) ** -1 / math.sqrt(special.zeta(2))
    optimizer = torch.optim.SGD([weights], lr=STEP_CONSTANT * dimension ** (-ORDER / 2))
    steps = math.ceil(longest * dimension ** (ORDER - 1) / STEP_CONSTANT)
    logged = set(np.geomspace(1, steps, LOGGED).round().astype(int).tolist())
    curve = []
    for step in range(1, steps + 1):
        x = torch.randn(SAMPLES, dimension)
        labels = hermite_3(x[:, :DIRECTIONS]) @ amplitudes
        loss = ((student(weights, x) - labels) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step in logged:
            units = weights.detach() / weights.detach().norm(dim=1, keepdim=True)
            curve.append((step, *(units[:, :DIRECTIONS] ** 2).amax(dim=0).tolist()))
    time, overlap = np.array(curve)[:, :2].T
    above = np.flatnonzero(overlap >= 0.5)
    if not len(above):
        return math.inf
    last = max(above[0], 1)
    return SAMPLES * float(np.interp(0.5, overlap[last - 1 : last + 1], time[last - 1 : last + 1]))


def main() -> None:
    """Print the slope of log samples in log d, of medians of groups of four runs."""
    quick = "--quick" in sys.argv
    dimensions, groups, longest = ([12, 16], 2, 0.5) if quick else ([48, 96, 192], 6, 0.2)
    torch.manual_seed(0)
    samples = np.array(
        [[first_alignment(d, longest) for _ in range(4 * groups)] for d in dimensions]
    )
    medians = np.median(samples.reshape(len(dimensions), groups, 4), axis=2)
    medians = medians[:, np.isfinite(medians).all(axis=0)]
    slopes = [np.polyfit(np.log(dimensions), np.log(column), 1)[0] for column in medians.T]
    mean, error = np.mean(slopes), stats.sem(slopes)
    half = stats.t.ppf(0.975, len(slopes) - 1) * error
    print(json.dumps({"sample_exponent": [mean, mean - half, mean + half]}))


if __name__ == "__main__":
    main()
