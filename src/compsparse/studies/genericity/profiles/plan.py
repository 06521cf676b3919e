"""Settings and jobs on profiles of degrees (document 000, 'Genericity and Optimization')."""

from typing import Annotated

from pydantic import Field, model_validator

from compsparse.studies.genericity.collector import Collector
from compsparse.studies.genericity.shared_settings import Runs
from compsparse.studies.genericity.target.table import MOST_BITS
from workflow_engine.configuration.values import Increasing, Positive, StrictModel

NAME = "profiles"


class Functions(StrictModel):
    """Functions on n bits: the kinds of ``target.kinds``."""

    bits: Annotated[int, Field(ge=3, le=MOST_BITS)] = Field(description="odd, for the majority")
    degree: Positive = Field(description="of random polynomials")
    shifts: Annotated[list[float], Field(min_length=2), Increasing] = Field(
        description="the first is 0"
    )
    runs: Runs = Field(description="random polynomials")

    @model_validator(mode="after")
    def _fit(self) -> "Functions":
        if self.bits % 2 == 0:
            raise ValueError(f"bits: an odd number, for the majority, not {self.bits}")
        if self.shifts[0] != 0:
            raise ValueError(f"shifts: from 0 on, not from {self.shifts[0]}")
        if self.degree > self.bits:
            raise ValueError(f"degree: at most {self.bits}, not {self.degree}")
        return self


class Profiles(StrictModel):
    """The only experiment."""

    generate: Functions


class ProfilesTheme(StrictModel):
    """The theme's experiments."""

    profiles: Profiles


def collect(plan: Collector, settings: ProfilesTheme) -> None:
    """Add the jobs of this theme."""
    module = "compsparse.studies.genericity.profiles.generate_profiles"
    profiles = plan.generate(NAME, "all", module, settings.profiles.generate.model_dump())
    for result in ("profiles", "bad_shifts"):
        plan.evaluate(
            f"compsparse.studies.genericity.profiles.evaluate_{result}",
            {"profiles": profiles},
            render=f"compsparse.studies.genericity.profiles.render_{result}",
        )
