"""Step ``generate``: random wirings and random masks, counted by width and depth.

They are drawn by the laws of ``random_wiring`` and ``separation``, so that they check the algebra
of these, and nothing about networks that are trained. A group of networks is the replicate.
"""

import numpy as np

from compsparse.studies.regime.volume.random_wiring import sample_wiring
from compsparse.studies.regime.volume.separation import sample_separation
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Draw the networks of every width, group by group.

    Params: root_seed; seed_names; primitives, P; copying, a, of wirings; groups; widths; depth, the
    largest, and networks in a group, of wirings; density, q, of masks; mask_widths; mask_depth, the
    largest, and masks in a group.

    Returns:
        ``data``: ``primitives``, ``copying``, ``density``, ``masks``; ``width`` and ``wiring``
        [group, width, depth], the share of units that compute the chain; ``mask_width`` and
        ``separated`` [group, mask_width, mask_depth], how many of the masks separate. Depths count
        from 1.
    """
    names = (params["root_seed"], *params["seed_names"])
    primitives, groups = params["primitives"], range(params["groups"])
    wiring = [
        [
            sample_wiring(
                primitives,
                width,
                params["depth"],
                params["copying"],
                params["networks"],
                # a generator per group and width: more of either change no earlier draw
                generator(*names, "wiring", width, group),
            ).mean(axis=0)
            for width in params["widths"]
        ]
        for group in groups
    ]
    separated = [
        [
            [
                sample_separation(
                    primitives,
                    width,
                    depth,
                    params["density"],
                    params["masks"],
                    generator(*names, "masks", width, depth, group),
                )
                for depth in range(1, params["mask_depth"] + 1)
            ]
            for width in params["mask_widths"]
        ]
        for group in groups
    ]
    return {
        "data": {
            "primitives": np.array(primitives),
            "copying": np.array(params["copying"], dtype=np.float64),
            "density": np.array(params["density"], dtype=np.float64),
            "masks": np.array(params["masks"]),
            "width": np.array(params["widths"]),
            "wiring": np.array(wiring),
            "mask_width": np.array(params["mask_widths"]),
            "separated": np.array(separated),
        }
    }
