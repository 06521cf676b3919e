"""Settings and jobs on the MLP of a transformer (document 000, Summary, item 8)."""

from collections import defaultdict
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from compsparse.studies.tickets.collector import STUDY, Collector
from compsparse.studies.tickets.transformer.masks import round_densities, weights_left
from compsparse.studies.tickets.transformer.tables import AVAILABLE
from compsparse.studies.tickets.worlds import World
from workflow_engine.configuration.values import (
    Distinct,
    Increasing,
    Positive,
    PositiveNumber,
    Share,
    StrictModel,
)

NAME = "transformer"


class Task(StrictModel):
    """Output bits that are functions of as many bits each."""

    kind: Literal["random", "majority"]
    arity: Annotated[int, Field(ge=2, le=AVAILABLE)]
    outputs: Positive

    @model_validator(mode="after")
    def _no_ties(self) -> "Task":
        if self.kind == "majority" and self.arity % 2 == 0:
            raise ValueError(f"a majority of an odd number of bits, not of {self.arity}")
        return self


class TransformerData(StrictModel):
    """Sequences of four tokens of eight bits, and tables."""

    tasks: Annotated[list[Task], Field(min_length=3), Distinct]
    learned: Positive = Field(description="training sequences")
    validation: Annotated[int, Field(ge=20)] = Field(
        description="validation sequences: which round is as good as dense"
    )
    test: Annotated[int, Field(ge=20)] = Field(description="test sequences")
    runs: Annotated[int, Field(ge=3)] = Field(
        description="replicates, each with its own tables, sequences and first weights"
    )


class TransformerTraining(StrictModel):
    """Equal for dense networks and every round."""

    width: Positive
    heads: Positive
    hidden: Annotated[int, Field(ge=2)] = Field(description="units of the MLP")
    rate: PositiveNumber
    steps: Positive = Field(description="of the dense training, and of each round")
    batch: Positive = Field(description="sequences")
    restarts: Positive = Field(description="trainings among which validation chooses")
    wider: Annotated[int, Field(ge=2)] = Field(
        description="times as many hidden units, a control of the MLP's width"
    )
    l1: Annotated[float, Field(ge=0)] = Field(description="penalty on MLP weights")
    rates_without_mlp: Annotated[list[PositiveNumber], Field(min_length=3), Increasing] = Field(
        description="each from new first weights; validation chooses"
    )

    @model_validator(mode="after")
    def _parted(self) -> "TransformerTraining":
        if self.width % self.heads:
            raise ValueError(f"width: a multiple of heads, {self.heads}, not {self.width}")
        return self

    @model_validator(mode="after")
    def _more_without_an_mlp(self) -> "TransformerTraining":
        rates = self.rates_without_mlp
        if not rates[0] < self.rate < rates[-1]:
            raise ValueError(
                f"rates_without_mlp: smaller and larger ones than {self.rate}, rate, not {rates}"
            )
        if len(rates) < self.restarts:
            raise ValueError(
                f"rates_without_mlp: at least {self.restarts}, restarts, since each is one "
                f"training, not {len(rates)}"
            )
        return self

    def as_params(self, hidden: int) -> dict[str, Any]:
        """Return the parameters of a training job; without an MLP ``hidden`` is 0."""
        equal = self.model_dump(include={"width", "heads", "steps", "batch", "l1"})
        rates = [self.rate] * self.restarts if hidden else self.rates_without_mlp
        return {**equal, "hidden": hidden, "rates": rates}


class MlpPruning(StrictModel):
    """Rounds of pruning, and densities of pruning in one shot."""

    step: Annotated[float, Field(gt=0, le=0.35)] = Field(
        description="fraction of the remaining weights that a round prunes"
    )
    rounds: Annotated[int, Field(ge=2)]


class MlpEvaluation(StrictModel):
    """Where accuracy, arity or outputs are fixed."""

    tolerance: Share = Field(description="loss of validation accuracy that counts as none")
    at_arity: Positive = Field(description="where the number of outputs varies")
    at_outputs: Positive = Field(description="where the arity varies")


class TransformerExperiment(StrictModel):
    """Transformers with an MLP, without it, and with a pruned one."""

    generate: TransformerData
    train: TransformerTraining
    prune: MlpPruning
    evaluate: MlpEvaluation

    @model_validator(mode="after")
    def _fits(self) -> "TransformerExperiment":
        fixed, tables = self.evaluate, [t for t in self.generate.tasks if t.kind == "random"]
        if len({t.arity for t in tables if t.outputs == fixed.at_outputs}) < 2:
            raise ValueError(f"tasks: random tables of two arities at {fixed.at_outputs} outputs")
        if len({t.outputs for t in tables if t.arity == fixed.at_arity}) < 2:
            raise ValueError(
                f"tasks: random tables of arity {fixed.at_arity} at two numbers of outputs"
            )
        if not any(t.kind == "majority" for t in self.generate.tasks):
            raise ValueError("tasks: a majority at least")
        if self.train.batch > self.generate.learned:
            raise ValueError(
                f"train.batch: at most {self.generate.learned}, generate.learned, not "
                f"{self.train.batch}"
            )
        lowest = round_densities(self.prune.step, self.prune.rounds)[-1]
        weights_left(self.train.width * self.train.hidden, lowest, "a layer")
        return self


class TransformerTheme(StrictModel):
    """The theme's experiment."""

    transformer: TransformerExperiment


def collect(plan: Collector, settings: TransformerTheme) -> None:
    """Add the jobs of this theme; tasks of a kind and as many outputs are trained side by side."""
    experiment = settings.transformer
    drawn, training = experiment.generate, experiment.train
    rounds = {
        "seed_names": [STUDY, NAME, "rounds"],
        **training.model_dump(include={"rate", "steps", "batch", "l1"}),
        "tolerance": experiment.evaluate.tolerance,
    }
    made: defaultdict[str, list[str]] = defaultdict(list)
    groups: list[dict[str, Any]] = []
    wide: list[dict[str, Any]] = []

    def generate(cell: str, group: dict[str, Any]) -> str:
        # the same sequences, and first tables, for every number of outputs
        params = {"seed_names": [STUDY, NAME, "tasks"], **drawn.model_dump(exclude={"tasks"})}
        worlds: list[World] = ["shuffled_labels", "dense_teacher", "one_constituent"]
        if group["tasks"][0]["kind"] != "random":
            worlds.append("one_kind")
        module = "compsparse.studies.tickets.transformer.generate_token_tasks"
        return plan.generate(NAME, cell, module, {**params, **group, **plan.world(*worlds)})

    def train(name: str, cell: str, data: str, *, hidden: int = 0) -> str:
        # the same first weights and batches with an MLP and without
        params = {"seed_names": [STUDY, NAME, "networks"]}
        params |= training.as_params(hidden)
        module = "compsparse.studies.tickets.transformer.train_transformers"
        path = plan.train(NAME, f"{name}-{cell}", module, params, {"examples": data})
        made[name].append(path)
        return path

    def prune(name: str, cell: str, module: str, inputs: dict[str, str], **params: Any) -> None:
        densities = experiment.prune.model_dump(include={"step", "rounds"})
        path = plan.prune(
            NAME,
            f"{name}-{cell}",
            f"compsparse.studies.tickets.transformer.{module}",
            {"heads": training.heads, **densities, **params},
            inputs,
        )
        made[name].append(path)

    for kind, outputs in sorted({(task.kind, task.outputs) for task in drawn.tasks}, reverse=True):
        cell = f"outputs_{outputs}" if kind == "random" else f"{kind}-outputs_{outputs}"
        tasks = [
            t.model_dump(include={"kind", "arity"})
            for t in drawn.tasks
            if (t.kind, t.outputs) == (kind, outputs)
        ]
        groups.append({"outputs": outputs, "tasks": tasks})
        data = generate(cell, groups[-1])
        train("without", cell, data)
        dense = train("dense", cell, data, hidden=training.hidden)
        if kind != "random":
            continue
        inputs = {"examples": data, "model": dense}
        prune("rounds", cell, "prune_mlp", inputs, **rounds)
        prune("one_shot", cell, "prune_mlp_one_shot", inputs, seed_names=[STUDY, NAME, "one_shot"])
        alike = [task for task in tasks if task["arity"] == experiment.evaluate.at_arity]
        if not alike:
            continue
        wide.append({"outputs": outputs, "tasks": alike})
        inputs = {"examples": generate(f"{cell}-wider", wide[-1])}
        inputs["model"] = train(
            "wider", cell, inputs["examples"], hidden=training.wider * training.hidden
        )
        prune("wider_rounds", cell, "prune_mlp", inputs, **rounds)
    compared = {"groups": groups, **experiment.evaluate.model_dump()}
    shown = {name: compared[name] for name in ("at_arity", "at_outputs")}
    plan.evaluate(
        "compsparse.studies.tickets.transformer.evaluate_transformer",
        {name: made[name] for name in ("dense", "without", "rounds", "wider", "wider_rounds")},
        {**compared, "rates": training.rates_without_mlp, "wide": wide, "wider": training.wider},
        render="compsparse.studies.tickets.transformer.render_transformer",
        render_params=shown,
    )
    plan.evaluate(
        "compsparse.studies.tickets.transformer.evaluate_transformer_one_shot",
        {name: made[name] for name in ("dense", "without", "rounds", "one_shot")},
        {name: compared[name] for name in ("groups", "tolerance", "at_outputs")},
        render="compsparse.studies.tickets.transformer.render_transformer_one_shot",
        render_params={"at_outputs": compared["at_outputs"]},
    )
