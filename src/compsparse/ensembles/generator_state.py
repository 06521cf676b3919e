"""The state of a random generator as an array, so that draws go on where they stopped."""

import numpy as np
from jaxtyping import UInt64

_BITS = 64


def state_of(random: np.random.Generator) -> UInt64[np.ndarray, "6"]:
    """Return all that decides the generator's next draws.

    Raises:
        TypeError: not a generator of ``workflow_engine.seeds``.
    """
    state = _of_pcg64(random).state
    inner = state["state"]
    words = [
        *divmod(inner["state"], 2**_BITS),
        *divmod(inner["inc"], 2**_BITS),
        # half of a 64-bit word may be left for the next draw of 32 bits
        state["has_uint32"],
        state["uinteger"],
    ]
    return np.array(words, dtype=np.uint64)


def restore(random: np.random.Generator, words: UInt64[np.ndarray, "6"]) -> None:
    """Set the generator to a state that ``state_of`` returned.

    Raises:
        TypeError: not a generator of ``workflow_engine.seeds``.
    """
    high, low, high_increment, low_increment, has_half, half = (int(word) for word in words)
    _of_pcg64(random).state = {
        "bit_generator": "PCG64",
        "state": {
            "state": high * 2**_BITS + low,
            "inc": high_increment * 2**_BITS + low_increment,
        },
        "has_uint32": has_half,
        "uinteger": half,
    }


def _of_pcg64(random: np.random.Generator) -> np.random.PCG64:
    source = random.bit_generator
    if not isinstance(source, np.random.PCG64):
        raise TypeError(
            f"The random generator is a {type(source).__name__}; only PCG64 can be kept. Draw from "
            "workflow_engine.seeds.generator."
        )
    return source
