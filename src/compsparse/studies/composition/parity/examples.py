"""Examples of k-sparse parity: d signs, of which the first k matter, and products of these.

The initial weights are exchangeable over inputs, so that those that matter may be the first ones.
Worlds act here and nowhere else in this theme.
"""

import numpy as np
from jaxtyping import Float32

from compsparse.studies.composition.worlds import World


def labelled_degrees(degree: int) -> list[int]:
    """Return the degrees of the mixture: powers of two below ``degree``, and ``degree``."""
    return [2**power for power in range(degree.bit_length()) if 2**power < degree] + [degree]


def draw_examples(
    randoms: list[np.random.Generator], number: int, inputs: int, degree: int, world: World
) -> tuple[Float32[np.ndarray, "run example d"], Float32[np.ndarray, "run example label"]]:
    """Return fresh signs, and their products of each labelled degree; the last is the parity."""
    drawn = np.stack(
        [random.integers(2, size=(number, inputs), dtype=np.int8) for random in randoms]
    )
    x = drawn.astype(np.float32) * 2 - 1
    if world == "nothing_to_read":
        x[..., degree:] = 1.0  # all other inputs are constant
    # products of the first 1, 2, ..., k inputs
    places = [labelled - 1 for labelled in labelled_degrees(degree)]
    labels = x[..., :degree].cumprod(axis=-1)[..., places]
    if world == "unrelated_easy":
        others = x[..., ::-1][..., :degree].cumprod(axis=-1)  # products of the last inputs
        labels = np.concatenate([others[..., places[:-1]], labels[..., -1:]], axis=-1)
    if world == "shuffled_answers":
        order = np.stack([random.permutation(number) for random in randoms])
        labels = np.take_along_axis(labels, order[..., None], axis=1)
    return x, labels
