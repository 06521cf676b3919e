"""Small random networks for the tests of judging."""

import numpy as np

from compsparse.studies.regime.network.shape import LayeredShape

SHAPE = LayeredShape.from_units(3, {"identity": 4, "gaussian": 2, "sin": 2})


def random_weights(shape: LayeredShape = SHAPE, seed: int = 0) -> np.ndarray:
    random = np.random.default_rng(seed)
    blocks = [
        random.normal(size=block.rows * block.columns) / block.columns**0.5
        for block in shape.blocks
    ]
    return np.concatenate(blocks).astype(np.float32)
