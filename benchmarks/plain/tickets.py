"""Weights that students keep, by arity and number of their teacher's constituents.

Document 000, 'Compositional sparsity of the function implies sparsity in the weight matrices'.
"""

import json
import math
import sys

import numpy as np
import torch
from scipy import stats
from torch import Tensor
from torch.nn.functional import linear, mse_loss

RUNS, STEPS = (2, 3) if "--quick" in sys.argv else (3, 800)
VARIABLES, WIDTH, BATCH, PENALTY, RATE, LOSS = 32, 64, 256, 0.0001, 0.01, 0.02
PARTS, SHARE, SMALLEST = [8000, 2000, 2000], 0.3, 0.002
SUMS = (2, 16), (4, 8), (8, 4), (16, 2), (2, 8), (8, 8), (16, 8), (32, 8), (4, 2), (4, 4), (4, 16)
ARITY, NUMBER = np.array(SUMS).T  # of constituents


def teacher(random: np.random.Generator, arity: int, number: int, x: np.ndarray) -> Tensor:
    """Return the standardized sum of ReLUs of a few inputs each."""
    weights = np.zeros((number, VARIABLES))
    for row in weights:
        sizes = random.uniform(1, 1.5, arity) * random.choice([-1, 1], arity)
        row[random.choice(VARIABLES, arity, replace=False)] = sizes / arity**0.5
    y = np.maximum(x @ weights.T - 0.3, 0) @ (-1.0) ** np.arange(number)
    learned = y[: PARTS[0]]
    return torch.from_numpy((y - learned.mean()) / learned.std()).float()


def outputs(weights: list[Tensor], x: Tensor) -> Tensor:
    """Return the outputs [example] of one hidden layer of ReLUs."""
    return linear(torch.relu(linear(x, *weights[:2])), *weights[2:])[:, 0]


def trained(seed: int, mask: Tensor, x: Tensor, y: Tensor) -> list[Tensor]:
    """Return masked weights after training; all of a run see the same batches."""
    torch.manual_seed(seed)
    sizes = (WIDTH, VARIABLES, 2 / VARIABLES), (1, WIDTH, 1 / WIDTH)  # outputs, inputs, variance
    layers = [(torch.randn(n, m) * variance**0.5, torch.zeros(n)) for n, m, variance in sizes]
    lower, *others = (part.requires_grad_() for layer in layers for part in layer)
    adam = torch.optim.Adam([lower, *others], lr=RATE)
    falling = torch.optim.lr_scheduler.LambdaLR(adam, lambda step: min(1, 2 * (1 - step / STEPS)))
    whole = len(x) // BATCH * BATCH
    epochs = [torch.randperm(len(x))[:whole] for _ in range(math.ceil(STEPS * BATCH / whole))]
    for batch in torch.cat(epochs).split(BATCH)[:STEPS]:
        masked = lower * mask
        charge = PENALTY * (masked.abs().sum() + others[1].abs().sum())
        adam.zero_grad()
        (mse_loss(outputs([masked, *others], x[batch]), y[batch]) + charge).backward()
        adam.step()
        falling.step()
    return [part.detach() for part in (lower * mask, *others)]


def r_squared(weights: list[Tensor], x: Tensor, y: Tensor) -> float:
    """Return the share of the variance that is explained."""
    return 1 - ((outputs(weights, x) - y).square().mean() / y.var(correction=0)).item()


def kept(run: int, arity: int, number: int) -> tuple[float, float]:
    """Prune in rounds until one falls short; return the weights kept, and the dense R squared."""
    x = np.random.default_rng(run).standard_normal((sum(PARTS), VARIABLES))
    y = teacher(np.random.default_rng([run, arity, number]), arity, number, x).split(PARTS)
    xs, mask = torch.from_numpy(x).float().split(PARTS), torch.ones(WIDTH * VARIABLES)
    scores, counts, dense = [], [mask.numel()], 0.0
    while True:
        weights = trained(run, mask.view(WIDTH, -1), xs[0], y[0])
        scores.append(r_squared(weights, xs[1], y[1]))
        dense = dense or r_squared(weights, xs[2], y[2])
        if scores[-1] < scores[0] - LOSS or counts[-1] <= SMALLEST * WIDTH * VARIABLES:
            break
        counts.append(math.ceil(counts[-1] * (1 - SHARE) - 1e-9))
        sizes = (weights[0] * weights[2].T).abs().flatten()
        left = torch.where(mask > 0, sizes, -1).topk(counts[-1]).indices
        mask = torch.zeros(len(mask)).index_fill(0, left, 1)
    if scores[-1] >= scores[0] - LOSS or len(counts) == 2:
        return counts[-1], dense
    part = (scores[-2] - scores[0] + LOSS) / (scores[-2] - scores[-1])
    return counts[-2] * (counts[-1] / counts[-2]) ** part, dense


cells = np.array([[kept(run, *constituents) for constituents in SUMS] for run in range(RUNS)])
fitted, equal, logs = ARITY < VARIABLES, ARITY * NUMBER == 32, np.log(cells[..., 0])
design = np.stack([np.log(ARITY), np.log(NUMBER), np.ones(len(ARITY))], axis=1)[fitted]
powers = np.linalg.lstsq(design, logs[:, fitted].T)[0]
rows = {
    "arity_power": powers[0],
    "constituents_power": powers[1],
    "arity_power_at_equal_edges": np.polyfit(np.log(ARITY[equal]), logs[:, equal].T, 1)[0],
    "log_ratio_sparse_over_dense": logs[:, 4] - logs[:, 7],
    "least_dense_score": cells[:, fitted, 1].min(axis=1),
}
half = stats.t.ppf(0.975, RUNS - 1) * stats.sem(list(rows.values()), axis=1)
found = zip(rows, np.mean(list(rows.values()), axis=1), half, strict=True)
print(json.dumps({name: [mean, mean - error, mean + error] for name, mean, error in found}))
