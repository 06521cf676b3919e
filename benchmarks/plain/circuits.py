"""Examples of a linear next-token predictor for a rare failure (document 000, Theorem 4)."""

import json
import sys

import numpy as np
import torch
from scipy import stats
from torch import Tensor, nn

RATE, DECAY, ODDS, INPUTS = 0.3, 1e-4, 8, 12
GROUPS, MEMBERS, GRID, STEPS = (2, 2, 3, 30) if "--quick" in sys.argv else (8, 8, 10, 300)
Gates = list[tuple[tuple[int, ...], int, tuple[int, ...]]]  # added, threshold, subtracted twice


def parity() -> tuple[Gates, list[int]]:
    """Return the gates of the parity of all inputs, and the token of its value."""
    gates, last = Gates(), 0
    for token in range(1, INPUTS):
        carry = INPUTS + len(gates)
        gates += [((last, token), 2, ()), ((last, token), 1, (carry,))]
        last = carry + 1
    return gates, [last]


def addition() -> tuple[Gates, list[int]]:
    """Return the gates of the sum of two halves of the inputs, and the tokens of its bits."""
    gates, outputs, carried = Gates(), [], tuple[int, ...]()
    for place in range(INPUTS // 2):
        read, carry = (place, INPUTS // 2 + place, *carried), INPUTS + len(gates)
        gates += [(read, 2, ()), (read, 1, (carry,))]
        outputs, carried = [*outputs, carry + 1], (carry,)
    return gates, [*outputs, *carried]


def tokens(gates: Gates, inputs: Tensor) -> Tensor:
    """Return a constant, the bits and the values of all gates, as -1 and 1."""
    columns = list(inputs.T)
    for added, threshold, subtracted in gates:
        total = torch.stack([columns[source] for source in added]).sum(0)
        total = total - 2 * sum(columns[source] for source in subtracted)
        columns.append((total >= threshold).long())
    return torch.stack([torch.ones(len(inputs)), *(2.0 * c - 1 for c in columns)], dim=1)


def trained(seen: Tensor, mask: Tensor) -> Tensor:
    """Return the weights [token, gate] after full-batch Adam, its rate falling to 0."""
    weights = torch.zeros_like(mask, requires_grad=True)
    targets = (seen[:, 1 + INPUTS :] > 0).float()
    optimizer = torch.optim.Adam([weights], lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, STEPS)
    for _ in range(STEPS):
        logits = seen @ (weights * mask)
        losses = nn.functional.binary_cross_entropy_with_logits(logits, targets, reduction="sum")
        optimizer.zero_grad()
        (losses / len(seen)).backward()
        optimizer.step()
        schedule.step()
    return weights.detach() * mask


def mistakes(every: Tensor, weights: Tensor, outputs: list[int]) -> tuple[float, float]:
    """Return whether any gate is wrong given true tokens, and the share of wrong outputs."""
    failed, written = ((every @ weights > 0) != (every[:, 1 + INPUTS :] > 0)).any(), every.clone()
    for gate, column in enumerate(weights.T):
        written[:, 1 + INPUTS + gate] = 2.0 * (written @ column > 0) - 1
    wrong = (written != every)[:, 1 + torch.tensor(outputs)].any(dim=1)
    return failed.item(), wrong.float().mean().item()


def samples_for(counts: np.ndarray, shares: np.ndarray, share: float, otherwise: float) -> float:
    """Return the N from which on shares are at most so large, between two N linear in log N."""
    last = np.flatnonzero(shares > share)[-1:]
    if not len(last) or last[0] == len(counts) - 1:
        return otherwise
    ends = slice(last[0], last[0] + 2)
    return float(np.exp(np.interp(-share, -shares[ends], np.log(counts[ends]))))


torch.manual_seed(0)
counts, result = np.round(32 * 2 ** (np.arange(GRID) / 3)).astype(int), {}
for task, (gates, outputs) in {"parity": parity(), "addition": addition()}.items():
    every = tokens(gates, (torch.arange(2**INPUTS)[:, None] >> torch.arange(INPUTS)) & 1)
    mask = torch.ones(every.shape[1], len(gates)).triu(-INPUTS)
    found = np.empty((GROUPS * MEMBERS, GRID, 2))
    for run in range(GROUPS * MEMBERS):
        seen = tokens(gates, torch.randint(2, (counts[-1], INPUTS)))
        found[run] = [mistakes(every, trained(seen[:n], mask), outputs) for n in counts]
    shares = found.reshape(GROUPS, MEMBERS, GRID, 2).mean(axis=1)
    for kind, (name, common) in enumerate({"failure": 1 / 2, "error": 1 / 4}.items()):
        ratios = [
            samples_for(counts, y, 1 / ODDS, counts[0] if y[-1] <= 1 / ODDS else 2.0**INPUTS)
            / samples_for(counts, y, common, 1.0)
            for y in shares[..., kind]
        ]
        mean, half = np.mean(ratios), stats.t.ppf(0.975, GROUPS - 1) * stats.sem(ratios)
        result[f"{name}_ratio_{ODDS}_{task}"] = [mean, mean - half, mean + half]
print(json.dumps(result))
