"""What workflow/costs/<study>.json holds."""

from typing import Annotated

from pydantic import Field

from workflow_engine.configuration.scales import Scale
from workflow_engine.validation.strict_model import StrictModel, Text

Seconds = Annotated[float, Field(ge=0)]
Megabytes = Annotated[float, Field(ge=0)]
Count = Annotated[int, Field(ge=1)]


class JobCost(StrictModel):
    """One job, measured once."""

    work: Text = Field(description="digest of what the job did (see ``work``)")
    cpu: Seconds = Field(description="CPU seconds of the job's process")
    wall: Seconds = Field(description="seconds from its start to its end")
    memory: Megabytes = Field(description="largest resident memory of the job's process")
    size: int = Field(ge=0, description="bytes of its outputs")


class RunCost(StrictModel):
    """What a run of all jobs cost beside the jobs themselves."""

    cores: Count
    jobs: Count
    start: Seconds = Field(description="seconds before the first job starts")
    start_cpu: Seconds = Field(description="CPU seconds in that time")
    dispatch: Seconds = Field(description="CPU seconds of Snakemake's process for each job")
    overhead: Seconds = Field(description="seconds for each job on the core that runs it")
    overhead_cpu: Seconds = Field(description="CPU seconds for each job, dispatch included")
    memory: Megabytes = Field(description="largest resident memory of Snakemake's process")


class Machine(StrictModel):
    """Where costs were measured."""

    processor: Text
    cores: Count
    rate: float = Field(gt=0, description="GFLOP/s of float32 matrix products on one core")


class ScaleCosts(StrictModel):
    """Everything measured of one study at one scale."""

    machine: Machine
    run: RunCost | None = Field(description="null where no complete run was measured")
    jobs: dict[str, JobCost] = Field(description="by the job's name within its study")


class StudyCosts(StrictModel):
    """The file of one study."""

    study: Text
    scales: dict[Scale, ScaleCosts]
