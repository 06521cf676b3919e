"""The base of all parameter models, and the parameters that belong to no study."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from workflow_engine.configuration.scales import Scale
from workflow_engine.configuration.values import Distinct
from workflow_engine.validation.strict_model import StrictModel

StudyName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
LARGEST_SEED = 2**63 - 1  # becomes part of a folder's name
VariableName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]


RootSeed = Annotated[int, Field(ge=0, le=LARGEST_SEED)]
RootSeeds = Annotated[list[RootSeed], Field(min_length=1), Distinct]


class Replication(StrictModel):
    """What `snakemake replication` repeats."""

    root_seeds: RootSeeds = Field(description="root seeds at which every study is done again")
    instead: dict[StudyName, RootSeeds] = Field(
        default={}, description="other root seeds for studies whose claims know these already"
    )
    hold_out: RootSeed | None = Field(
        default=None, description="one more root seed, which is reported and decides nothing"
    )

    @model_validator(mode="after")
    def _decides_nothing_by_the_hold_out(self) -> "Replication":
        deciding = {seed for seeds in (self.root_seeds, *self.instead.values()) for seed in seeds}
        if self.hold_out in deciding:
            raise ValueError(f"a hold_out that no list of root seeds has, not {self.hold_out}")
        return self

    def of_study(self, study: str) -> list[int]:
        """Return the root seeds that decide a study's claims together."""
        return self.instead.get(study, self.root_seeds)

    def repeats(self, study: str, root_seed: int) -> bool:
        """Say whether a study is done again at a root seed."""
        return root_seed == self.hold_out or root_seed in self.of_study(study)


class Carry(StrictModel):
    """How tables on request are carried over a change of code (`compsparse carry`)."""

    share: Annotated[float, Field(ge=0, le=1)] = Field(
        default=0.05, description="of a replication's cost, which is made again at least"
    )
    evaluations: Annotated[int, Field(ge=1)] = Field(
        default=3, description="how many are made again at least"
    )
    at_most: Annotated[int, Field(ge=0)] = Field(
        default=8, description="how many times until a table is made anew"
    )


class General(StrictModel):
    """The top of params.yaml, without the studies' sections."""

    scale: Scale = Field(description="which overlay of every study is used")
    root_seed: int = Field(
        ge=0, le=LARGEST_SEED, description="all random draws derive from it by name"
    )
    numerics: Literal["portable", "native", "device"] = Field(
        description="portable: same bytes on Intel CPUs since 2013; native: fast, for exploring; "
        "device: native, and steps that can compute on a GPU"
    )
    studies: list[StudyName] = Field(min_length=1, description="the studies that are built")
    replication: Replication = Field(
        default_factory=lambda: Replication.model_construct(root_seeds=[]),
        description="other root seeds for `snakemake replication`; may be left out",
    )
    carry: Carry = Field(
        default=Carry(), description="what `compsparse carry` asks for; may be left out"
    )
    pass_environment: list[VariableName] = Field(
        default=[],
        description="environment variables that jobs see besides those that they need; may be left "
        "out. Values are recorded nowhere, and no result may depend on them",
    )
