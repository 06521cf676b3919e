"""What sizes of sweeps have in common: each larger than the one before."""

from itertools import pairwise
from typing import Annotated

from pydantic import AfterValidator, Field

from compsparse.configuration.values import Positive


def _increasing(sizes: list[int]) -> list[int]:
    for small, large in pairwise(sizes):
        if not small < large:
            raise ValueError(f"sizes that increase; {large} follows {small}")
    return sizes


Sizes = Annotated[list[Positive], Field(min_length=2), AfterValidator(_increasing)]
