"""Step ``generate``: how much pictures and gradients of trained networks scatter (Figure 7)."""

from collections.abc import Mapping, Sequence

import numpy as np

from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.gradient import PixelError
from compsparse.studies.regime.network.pixels import JUDGED, grid_inputs, grid_pixels
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import read_networks, read_target, stacked
from compsparse.studies.regime.worlds import World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, many, single

_LEAST = 1e-30  # noise that has a logarithm
_LARGE = 0.08  # root mean square change of a picture, that of weight sweeps


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    draws: int,
    batches: int,
    world: World = "none",
) -> Outputs:
    """Return for each scene, of the networks of a file in the order of scenes:

    ``radius``, log10 of the relative step of all weights, times normal numbers, at which the root
    mean square change of the picture is 0.08; ``noise``, log10 of the trace of the covariance of
    gradients of batches of 64 pixels.
    """
    shape = LayeredShape.from_units(depth, units)
    networks = read_networks(single(inputs, "model")).of_last_stage()
    targets = stacked([read_target(path) for path in many(inputs, "targets")])
    pixels, wanted = grid_inputs(JUDGED), targets[:, :, grid_pixels(JUDGED)]
    rows = []
    for number, run_ in enumerate(networks.run.tolist()):
        random = generator(root_seed, *seed_names, run_)
        weights = networks.weights[number]
        noise = random.standard_normal((draws, len(weights))).astype(np.float32) * weights
        picture = images(shape, weights[None], pixels)

        def change(size: float) -> float:
            moved = images(shape, weights + np.float32(size) * noise, pixels)  # noqa: B023
            return float(((moved - picture) ** 2).mean())  # noqa: B023

        low, high = -6.0, 1.0
        for _ in range(20):
            middle = (low + high) / 2
            low, high = (middle, high) if change(10**middle) < _LARGE**2 else (low, middle)
        error = PixelError(shape, 1)
        gradients = np.empty((batches, 1, len(weights)), dtype=np.float32)
        for gradient in gradients:
            chosen = random.choice(pixels.shape[1], 64, replace=False)
            error.gradient(weights[None], pixels[:, chosen], wanted[run_][:, chosen], gradient)
        scatter = (gradients[:, 0] * networks.mask[number]).var(axis=0, ddof=1).sum()
        rows.append((low, np.log10(max(scatter, _LEAST))))
    names = ("radius", "noise")
    return {"data": dict(zip(names, np.array(rows).T, strict=True))}
