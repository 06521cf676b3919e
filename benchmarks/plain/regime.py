"""Adam and Muon on networks that paint a scene, at four rates (document 001, Figures 38 to 41)."""

import json
import sys
from itertools import pairwise

import numpy as np
import torch
from scipy import stats
from torch import Tensor, nn

RUNS, STEPS = (2, 3) if "--quick" in sys.argv else (3, 400)
SIDE, DEPTH, UNITS, PIXELS, RATES = 256, 8, (9, 8, 5), 512, (0.0001, 0.0005, 0.001, 0.005)
OPTIMIZERS = 0, 5, 20  # Newton-Schulz iterations: Adam, Muon, and Muon with more of them


def colours(painted: Tensor) -> Tensor:
    """Return red, green, blue of hue, saturation and brightness [pixel, 3]."""
    hue, saturation, brightness = painted.unbind(1)
    s, v = saturation.clamp(0, 1), brightness.abs().clamp(max=1)
    k = torch.remainder(6 * hue[:, None] + torch.tensor([5.0, 3.0, 1.0]), 6)
    return v[:, None] - (v * s)[:, None] * torch.minimum(k, 4 - k).clamp(0, 1)


def network() -> list[Tensor]:
    """Return the matrices of all layers, normal, cut at two deviations."""
    sizes = pairwise([4, *[sum(UNITS)] * DEPTH, 3])
    cut = [nn.init.trunc_normal_(torch.empty(b, a), a=-2, b=2) / a**0.5 for a, b in sizes]
    return [nn.Parameter(matrix / 0.8796) for matrix in cut]


def picture(weights: list[Tensor], values: Tensor) -> Tensor:
    """Return the colours of pixels [pixel, input]; units are identities, bells and sigmoids."""
    for matrix in weights[:-1]:
        identity, bell, sigmoid = (values @ matrix.T).split(UNITS, dim=1)
        values = torch.cat([identity, 2 * torch.exp(-(bell**2)) - 1, torch.tanh(sigmoid / 2)], 1)
    return colours(values @ weights[-1].T)


def blob(z: np.ndarray) -> np.ndarray:
    """Return 2 where bells across two axes are high, and 0 elsewhere."""
    return 1 + np.tanh(30 * (2 * np.exp(-(z.real**2)) + 2 * np.exp(-(z.imag**2)) - 3.7))


def scene(random: np.random.Generator, z: np.ndarray) -> Tensor:
    """Return the colours of two objects with a spot each, on a ground that darkens."""
    ground = np.tanh(((z * np.exp(2j * np.pi * random.random())).real + 0.3) / 2)
    hues = random.permutation(3) / 3 + random.uniform(-0.05, 0.05)
    light = random.uniform(0.35, 0.6) + random.uniform(0.08, 0.15) * ground
    painted = np.stack([np.full_like(light, hues[0]), np.full_like(light, 0.3), light])
    corner = -0.45 + 1j * random.choice([-0.45, 0.45])
    places = corner * np.array([1, -1]) + random.uniform(-0.08, 0.08, (2, 2)) @ [1, 1j]
    for place, rise in zip(places, (hues[1:] - hues[0]) / 2, strict=True):
        angle, size, stretch = random.uniform([-np.pi / 4, 0.32, 0.8], [np.pi / 4, 0.42, 1.2])
        turned = 0.28 / size * np.exp(1j * angle) * (z - place)
        turned = turned.real / stretch + 1j * turned.imag * stretch
        spot = turned - 0.28 * random.uniform(-0.3, 0.3, 2) @ [1, 1j]
        painted += np.outer([rise, *random.uniform([0.2, 0.1], [0.35, 0.2])], blob(turned))
        painted[2] -= random.uniform(0.2, 0.35) * blob(2 * spot)
    return colours(torch.from_numpy(painted.T).float())


def last_loss(iterations: int, rate: float, run: int, tiles: Tensor) -> float:
    """Train on one pixel of each tile a step; return the mean loss of the last tenth."""
    torch.manual_seed(run)  # all optimizers begin alike
    weights, losses = network(), []
    optimizers = [torch.optim.Adam(weights[::DEPTH] if iterations else weights, rate)]
    if iterations:
        optimizers += [torch.optim.Muon(weights[1:-1], rate, weight_decay=0, ns_steps=iterations)]
    for _ in range(STEPS):
        batch = tiles[torch.arange(PIXELS), torch.randint(tiles.shape[1], (PIXELS,))]
        loss = nn.functional.mse_loss(picture(weights, batch[:, :4]), batch[:, 4:])
        gradients = torch.autograd.grad(loss, weights)
        norm = nn.utils.get_total_norm(gradients)
        for matrix, gradient in zip(weights, gradients, strict=True):
            matrix.grad = gradient / norm
        for optimizer in optimizers:
            optimizer.step()
        losses.append(loss.item())
    return float(np.mean(losses[-max(1, STEPS // 10) :]))


y, x = (axis.ravel() for axis in np.mgrid[-1 : 1 : SIDE * 1j, -1 : 1 : SIDE * 1j])
inputs = torch.from_numpy(np.stack([x, y, 1.4 * np.hypot(x, y), np.ones_like(x)], 1)).float()
logs, result = np.empty((len(OPTIMIZERS), len(RATES), RUNS)), {}
for run in range(RUNS):
    pixels = torch.cat([inputs, scene(np.random.default_rng(run), x + 1j * y)], dim=1)
    tiles = pixels.view(32, 8, 16, 16, 7).transpose(1, 2).reshape(PIXELS, -1, 7)
    for row, column in np.ndindex(logs.shape[:2]):
        loss = last_loss(OPTIMIZERS[row], RATES[column], run, tiles)
        logs[row, column, run] = np.log10(loss)
for name, (adam, muon, muon_20) in {"mean": logs.mean(1), "best": logs.min(1)}.items():
    for pair, rows in (("muon_20_over_muon", muon_20 - muon), ("muon_over_adam", muon - adam)):
        mean, half = rows.mean(), stats.t.ppf(0.975, RUNS - 1) * stats.sem(rows)
        result[f"{pair}_{name}"] = [mean, mean - half, mean + half]
print(json.dumps(result))
