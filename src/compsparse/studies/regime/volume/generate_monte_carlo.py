"""Step ``generate``: random wirings and random masks, counted by width and depth.

They are drawn from the distributions of ``random_wiring`` and ``separation``, so that they check
the algebra of these modules, and nothing about trained networks. The replicate is a group of
networks.
"""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.regime.volume.random_wiring import sample_wiring
from compsparse.studies.regime.volume.separation import sample_separation
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    primitives: int,
    copying: float,
    groups: int,
    widths: Sequence[int],
    depth: int,
    networks: int,
    density: float,
    mask_widths: Sequence[int],
    mask_depth: int,
    masks: int,
) -> Outputs:
    """Draw the networks of every width, group by group.

    ``data``: ``primitives``, ``copying``, ``density``, ``masks``; ``width`` and ``wiring`` [group,
    width, depth], the fraction of units that compute the chain; ``mask_width`` and ``separated``
    [group, mask_width, mask_depth], how many of the masks separate. Depths count from 1.

    Args:
        primitives: P.
        copying: a, probability that a unit of a wiring copies.
        groups: number of replicates, of as many ``networks`` (wirings) and ``masks`` each.
        density: q, of masks.
    """
    wiring = [
        [
            sample_wiring(
                primitives,
                width,
                depth,
                copying,
                networks,
                # a generator per group and width: more of either change no earlier draw
                generator(root_seed, *seed_names, "wiring", width, group),
            ).mean(axis=0)
            for width in widths
        ]
        for group in range(groups)
    ]
    separated = [
        [
            [
                sample_separation(
                    primitives,
                    width,
                    layers,
                    density,
                    masks,
                    generator(root_seed, *seed_names, "masks", width, layers, group),
                )
                for layers in range(1, mask_depth + 1)
            ]
            for width in mask_widths
        ]
        for group in range(groups)
    ]
    return {
        "data": {
            "primitives": np.array(primitives),
            "copying": np.array(copying, dtype=np.float64),
            "density": np.array(density, dtype=np.float64),
            "masks": np.array(masks),
            "width": np.array(widths),
            "wiring": np.array(wiring),
            "mask_width": np.array(mask_widths),
            "separated": np.array(separated),
        }
    }
