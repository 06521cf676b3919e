"""The data of a training: stages, each with its labelled hops and its trained layers.

The document's mixture is one stage with all hops; its curriculum has a stage for each hop, in which
that hop's layer is trained; a cumulative curriculum keeps the earlier hops and trains all layers;
hard data alone are one stage with the longest hop.
"""

from dataclasses import dataclass
from typing import Literal

Data = Literal["mixture", "curriculum", "strict", "cumulative", "hard_only"]


@dataclass(frozen=True)
class Stage:
    """A part of a training.

    Attributes:
        hops: those labelled, as exponents: 0 for one hop, 2 for four.
        layers: those trained, from 0.
    """

    hops: tuple[int, ...]
    layers: tuple[int, ...]


def stages_of(data: str, layers: int, hops: int) -> list[Stage]:
    """Return the stages, equally long, of a training on ``data``.

    Args:
        data: ``mixture``, ``curriculum``, ``strict`` (as the curriculum, all layers trained in
            every stage), ``cumulative`` (a stage labels all hops so far, and trains all layers)
            or ``hard_only``.
        layers: of the model.
        hops: how many powers of two there are, log2(k) + 1.

    Raises:
        ValueError: another word, or a curriculum of more hops than layers.
    """
    everything = tuple(range(layers))
    if data == "curriculum" and layers < hops:
        raise ValueError(f"A curriculum of {hops} hops trains {hops} layers, not {layers}.")
    stages = {
        "mixture": [Stage(tuple(range(hops)), everything)],
        "curriculum": [Stage((hop,), (hop,)) for hop in range(hops)],
        "strict": [Stage((hop,), everything) for hop in range(hops)],
        "cumulative": [Stage(tuple(range(hop + 1)), everything) for hop in range(hops)],
        "hard_only": [Stage((hops - 1,), everything)],
    }
    if data not in stages:
        raise ValueError(f"The data {data!r} are unknown; allowed: {', '.join(stages)}.")
    return stages[data]
