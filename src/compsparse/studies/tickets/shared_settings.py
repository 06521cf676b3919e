"""Settings that several themes use: teachers, students, and how students are pruned."""

from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import Field, model_validator

from compsparse.studies.tickets.teacher.teacher import Kind as Kind
from compsparse.studies.tickets.teacher.teacher import irrelevant_inputs
from workflow_engine.configuration.values import Positive, PositiveNumber, Share, StrictModel

Drawn = TypeVar("Drawn", bound=StrictModel)
Trained = TypeVar("Trained", bound=StrictModel)
Judged = TypeVar("Judged", bound=StrictModel)


class Generates(StrictModel, Generic[Drawn]):
    """An experiment that draws."""

    generate: Drawn


class Trains(StrictModel, Generic[Trained]):
    """An experiment that trains."""

    train: Trained


class Evaluates(StrictModel, Generic[Judged]):
    """An experiment that evaluates."""

    evaluate: Judged


class GeneratesAndTrains(Generates[Drawn], Trains[Trained], Generic[Drawn, Trained]):
    """An experiment that draws and trains."""


class TrainsAndEvaluates(Trains[Trained], Evaluates[Judged], Generic[Trained, Judged]):
    """An experiment that trains and evaluates."""


Density = Annotated[float, Field(gt=0, le=1)]


class DrawnTeacher(StrictModel):
    """A teacher with given arity and number of constituents."""

    arity: Positive = Field(description="inputs of each constituent, k")
    constituents: Positive = Field(description="M")

    @property
    def cell(self) -> str:
        """Part of the names of files and random generators."""
        return f"arity_{self.arity}-constituents_{self.constituents}"


class GraphTeacher(StrictModel):
    """A teacher of the user: the inputs that each constituent reads."""

    kind: Kind
    graph: Annotated[list[Annotated[list[int], Field(min_length=1)]], Field(min_length=1)]

    @property
    def constituents(self) -> list[list[int]]:
        """The inputs of each constituent."""
        return self.graph


class TableTeacher(StrictModel):
    """A Boolean table of the user: its values by the binary number that its inputs write."""

    kind: Literal["table"]
    table: Annotated[str, Field(pattern="^[01]+$")]
    reads: Annotated[list[int], Field(min_length=1)]

    @property
    def constituents(self) -> list[list[int]]:
        """The inputs of the only constituent."""
        return [self.reads]

    @model_validator(mode="after")
    def _fits(self) -> "TableTeacher":
        if len(self.table) != 2 ** len(self.reads):
            raise ValueError(
                f"table: {len(self.reads)} inputs have {2 ** len(self.reads)} values, not "
                f"{len(self.table)}"
            )
        if unused := irrelevant_inputs(self.table):
            raise ValueError(
                f"table: does not depend on its inputs {[self.reads[bit] for bit in unused]}; "
                "leave them out"
            )
        return self


OwnTeacher = Annotated[GraphTeacher | TableTeacher, Field(discriminator="kind")]


class StudentData(StrictModel):
    """Examples of each teacher."""

    variables: Annotated[int, Field(ge=2)] = Field(description="inputs, d")
    learned: Positive = Field(description="training examples")
    choosing: Annotated[int, Field(ge=20)] = Field(
        description="validation examples: which round is as good as dense"
    )
    judged: Annotated[int, Field(ge=20)] = Field(description="test examples")
    runs: Annotated[int, Field(ge=3)] = Field(
        description="replicates, each with its own teacher, examples and first weights"
    )


class StudentTraining(StrictModel):
    """Equal for dense students, every round of pruning, and all controls."""

    width: Annotated[int, Field(ge=2)] = Field(description="hidden units")
    rate: PositiveNumber = Field(description="learning rate")
    steps: Positive
    batch: Positive
    penalty: Annotated[float, Field(ge=0)] = Field(description="L1, on all weights but biases")


class RoundSettings(StrictModel):
    """How many weights rounds of pruning keep."""

    bend: Density = Field(description="density below which rounds prune a smaller fraction")
    share_above: Annotated[float, Field(gt=0, le=0.3)]
    share_below: Annotated[float, Field(gt=0, le=0.1)]
    smallest: Density = Field(description="density at which pruning stops")


class PruningSettings(StrictModel):
    """Rounds, and which count as good as the dense network."""

    rounds: RoundSettings
    loss: Share = Field(description="of R squared")


class StudentSettings(StrictModel):
    """Students of all teachers."""

    data: StudentData
    training: StudentTraining
    pruning: PruningSettings

    @model_validator(mode="after")
    def _fits(self) -> "StudentSettings":
        if self.training.batch > self.data.learned:
            raise ValueError(
                f"training.batch: at most {self.data.learned}, data.learned, not "
                f"{self.training.batch}"
            )
        return self

    def require_arity(self, key: str, arity: int) -> None:
        """Refuse an arity above the number of inputs."""
        if arity > self.data.variables:
            raise ValueError(
                f"{key}: an arity of at most {self.data.variables}, students.data.variables, not "
                f"{arity}"
            )

    def require_inputs(self, key: str, reads: list[int]) -> None:
        """Refuse a constituent that reads an input twice, or one that does not exist."""
        last = self.data.variables - 1
        if len(set(reads)) != len(reads) or min(reads) < 0 or max(reads) > last:
            raise ValueError(
                f"{key}: distinct inputs of 0 to {last}, one less than students.data.variables, "
                f"not {reads}"
            )


def described(teacher: DrawnTeacher, kind: Kind = "relu") -> dict[str, Any]:
    """Return the parameter ``teacher`` of a job."""
    return {"kind": kind, **teacher.model_dump()}
