"""Settings that several themes use: teachers, students, and how students are pruned."""

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from compsparse.studies.tickets.pruning.schedule import counts_of_rounds
from compsparse.studies.tickets.teacher.teacher import idle_inputs
from workflow_engine.configuration.values import Positive, PositiveNumber, Share, StrictModel

Kind = Literal["relu", "absolute", "sine"]
Density = Annotated[float, Field(gt=0, le=1)]


class DrawnTeacher(StrictModel):
    """A teacher of which arity and number of constituents are given."""

    arity: Positive = Field(description="inputs of each constituent, k")
    constituents: Positive = Field(description="M")

    @property
    def cell(self) -> str:
        """Its part of the names of files and random generators."""
        return f"arity_{self.arity}-constituents_{self.constituents}"


class GraphTeacher(StrictModel):
    """A teacher of one's own: the inputs that each constituent reads."""

    kind: Kind
    graph: Annotated[list[Annotated[list[int], Field(min_length=1)]], Field(min_length=1)]

    @property
    def constituents(self) -> list[list[int]]:
        """The inputs of each."""
        return self.graph


class TableTeacher(StrictModel):
    """A Boolean table of one's own: its values by the number that its inputs write."""

    kind: Literal["table"]
    table: Annotated[str, Field(pattern="^[01]+$")]
    reads: Annotated[list[int], Field(min_length=1)]

    @property
    def constituents(self) -> list[list[int]]:
        """The inputs of the only one."""
        return [self.reads]

    @model_validator(mode="after")
    def _fits(self) -> "TableTeacher":
        if len(self.table) != 2 ** len(self.reads):
            raise ValueError(
                f"table: {len(self.reads)} inputs have {2 ** len(self.reads)} values, not "
                f"{len(self.table)}"
            )
        if idle := idle_inputs(self.table):
            raise ValueError(
                f"table: does not change with its inputs {[self.reads[at] for at in idle]}; leave "
                "them out"
            )
        return self


OwnTeacher = Annotated[GraphTeacher | TableTeacher, Field(discriminator="kind")]


class StudentData(StrictModel):
    """What is drawn of each teacher."""

    variables: Annotated[int, Field(ge=2)] = Field(description="inputs, d")
    learned: Positive
    choosing: Annotated[int, Field(ge=20)] = Field(description="say what is as good as dense")
    judged: Annotated[int, Field(ge=20)] = Field(description="nothing is chosen by these")
    runs: Annotated[int, Field(ge=3)] = Field(
        description="teachers, examples and first weights of their own"
    )


class StudentTraining(StrictModel):
    """Equal for dense students, every round of pruning, and all controls."""

    width: Annotated[int, Field(ge=2)] = Field(description="hidden units")
    rate: PositiveNumber
    steps: Positive
    batch: Positive
    penalty: Annotated[float, Field(ge=0)] = Field(description="on the sizes of weights, L1")


class RoundSettings(StrictModel):
    """How many weights the rounds of pruning leave."""

    bend: Density = Field(description="density below which rounds take less")
    share_above: Annotated[float, Field(gt=0, le=0.3)]
    share_below: Annotated[float, Field(gt=0, le=0.1)]
    smallest: Density = Field(description="density at which to stop")


class PruningSettings(StrictModel):
    """Rounds, and what counts as good as the dense network."""

    rounds: RoundSettings
    loss: Share = Field(description="of R squared")
    give_up: Share = Field(description="loss from which a run of rounds stops, above loss")

    @model_validator(mode="after")
    def _above(self) -> "PruningSettings":
        if self.give_up <= self.loss:
            raise ValueError(f"give_up: above loss, {self.loss}, not {self.give_up}")
        return self


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
        whole = self.training.width * self.data.variables
        counts_of_rounds(whole, **self.pruning.rounds.model_dump())
        return self

    def require_arity(self, key: str, arity: int) -> None:
        """Refuse an arity above the number of inputs."""
        if arity > self.data.variables:
            raise ValueError(
                f"{key}: an arity of at most {self.data.variables}, students.data.variables, not "
                f"{arity}"
            )

    def require_inputs(self, key: str, reads: list[int]) -> None:
        """Refuse a constituent that reads an input twice, or one that is not there."""
        last = self.data.variables - 1
        if len(set(reads)) != len(reads) or min(reads) < 0 or max(reads) > last:
            raise ValueError(
                f"{key}: different inputs of 0 to {last}, one less than students.data.variables, "
                f"not {reads}"
            )


def described(teacher: DrawnTeacher, kind: Kind = "relu") -> dict[str, Any]:
    """Return what a job is told of a drawn teacher."""
    return {"kind": kind, **teacher.model_dump()}
