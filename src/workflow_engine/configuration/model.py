"""The base of all parameter models, and the parameters that belong to no study."""

from typing import Annotated, Literal

from pydantic import Field

from workflow_engine.configuration.scales import Scale
from workflow_engine.validation.strict_model import StrictModel

StudyName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
LARGEST_SEED = 2**63 - 1  # becomes part of a folder's name
VariableName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]


class Replication(StrictModel):
    """What `snakemake replication` repeats."""

    root_seeds: list[Annotated[int, Field(ge=0, le=LARGEST_SEED)]] = Field(
        min_length=1, description="root seeds at which every study is done again"
    )


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
    numerics: Literal["portable", "native"] = Field(
        description="portable: same bytes on Intel CPUs since 2013; native: fast, for exploring"
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
