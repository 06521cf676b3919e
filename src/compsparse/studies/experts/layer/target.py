"""What one layer learns: a sum of the maps of skills that are asked for, or one of them."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float32, Float64

from compsparse.studies.experts.worlds import World

Kind = Literal["several_skills", "one_skill", "generic"]
KINDS: tuple[Kind, ...] = ("several_skills", "one_skill", "generic")
_COSINES = 100  # of the generic target


@dataclass(frozen=True)
class LayerTarget:
    """y = sum of the active skills' A_s u / sqrt(active) + tanh(C u); or random cosines of u.

    Inputs are u, normal, and which skills are active; a generic target reads u alone.
    """

    kind: Kind
    skills: Float64[np.ndarray, "skill d d"]
    common: Float64[np.ndarray, "d d"]
    waves: Float64[np.ndarray, "d wave"]
    phases: Float64[np.ndarray, " wave"]
    mixing: Float64[np.ndarray, "wave d"]
    active: int

    @classmethod
    def draw(
        cls,
        kind: Kind,
        skills: int,
        active: int,
        dimension: int,
        random: np.random.Generator,
        world: World = "none",
    ) -> "LayerTarget":
        """Return a random target; without skills in the world ``no_skills``."""
        spread = dimension**-0.5
        maps = spread * random.standard_normal((skills, dimension, dimension))
        if world == "no_skills":
            maps[:] = 0.0
        return cls(
            kind,
            maps,
            spread * random.standard_normal((dimension, dimension)),
            1.5 * spread * random.standard_normal((dimension, _COSINES)),
            random.uniform(0, 2 * np.pi, _COSINES),
            random.standard_normal((_COSINES, dimension)),
            active if kind == "several_skills" else 1,
        )

    def examples(
        self, number: int, random: np.random.Generator
    ) -> tuple[Float32[np.ndarray, "example inputs"], Float32[np.ndarray, "example d"]]:
        """Return fresh inputs and targets."""
        skills, dimension, _ = self.skills.shape
        u = random.standard_normal((number, dimension))
        order = random.random((number, skills)).argsort(axis=1)
        asked = (order < self.active).astype(np.float64)
        if self.kind == "generic":
            waves = np.cos(u @ self.waves + self.phases)
            y = np.sqrt(2 / _COSINES) * waves @ self.mixing
        else:
            all_skills = np.einsum("sij,ej->esi", self.skills, u)
            y = np.einsum("es,esi->ei", asked, all_skills) / np.sqrt(self.active)
            y += np.tanh(u @ self.common)
        return np.hstack([u, asked]).astype(np.float32), y.astype(np.float32)
