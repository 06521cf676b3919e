"""What one layer learns: a sum of the maps of skills that are asked for, or one of them."""

from collections.abc import Callable
from typing import Literal, get_args

import numpy as np
from jaxtyping import Float32

from compsparse.studies.experts.worlds import World

Kind = Literal["several_skills", "one_skill", "generic"]
KINDS: tuple[Kind, ...] = get_args(Kind)
# returns so many fresh inputs, and their targets
Target = Callable[[int, np.random.Generator], tuple[np.ndarray, np.ndarray]]
_COSINES = 100  # of the generic target


def draw_target(
    kind: Kind, skills: int, active: int, dimension: int, random: np.random.Generator, world: World
) -> Target:
    """Return a random target, without skills in the world ``no_skills``.

    y = sum of the active skills' A_s u / sqrt(active) + tanh(C u); or random cosines of u. Inputs
    are u, normal, and which skills are active; a generic target reads u alone.
    """
    spread = dimension**-0.5
    maps = spread * random.standard_normal((skills, dimension, dimension))
    if world == "no_skills":
        maps[:] = 0.0
    common = spread * random.standard_normal((dimension, dimension))
    waves = 1.5 * spread * random.standard_normal((dimension, _COSINES))
    phases = random.uniform(0, 2 * np.pi, _COSINES)
    mixing = random.standard_normal((_COSINES, dimension))
    number_asked = active if kind == "several_skills" else 1

    def examples(
        number: int, random: np.random.Generator
    ) -> tuple[Float32[np.ndarray, "example inputs"], Float32[np.ndarray, "example d"]]:
        u = random.standard_normal((number, dimension))
        order = random.random((number, skills)).argsort(axis=1)
        asked = (order < number_asked).astype(np.float64)
        if kind == "generic":
            y = np.sqrt(2 / _COSINES) * np.cos(u @ waves + phases) @ mixing
        else:
            y = np.einsum("es,esi->ei", asked, np.einsum("sij,ej->esi", maps, u))
            y = y / np.sqrt(number_asked) + np.tanh(u @ common)
        return np.hstack([u, asked]).astype(np.float32), y.astype(np.float32)

    return examples
