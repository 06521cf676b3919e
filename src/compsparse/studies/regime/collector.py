"""How this study trains, prunes and measures: shared settings, its part of the job collector."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from compsparse.studies.regime.worlds import World, touched
from workflow_engine.configuration.values import (
    Increasing,
    Positive,
    PositiveNumber,
    Share,
    StrictModel,
)
from workflow_engine.job_collector import EVALUATION, PICTURES, JobCollector
from workflow_engine.provenance.source_parts import part

Runs = Annotated[int, Field(ge=2, description="scenes, each with networks of its own")]
Depth = Annotated[int, Field(ge=2, description="hidden layers")]


class Recipe(StrictModel):
    """How networks are trained."""

    optimizer: Literal["adam", "muon"]
    rate: PositiveNumber = Field(description="learning rate at the first step")
    final_rate: PositiveNumber = Field(description="at the last step; between them a cosine")
    steps: Positive
    pixels: Annotated[int, Field(ge=0)] = Field(description="per step; 0: the whole image")
    newton_schulz: Positive = Field(5, description="steps of Muon's iteration")

    @model_validator(mode="after")
    def _falls(self) -> "Recipe":
        if self.final_rate > self.rate:
            raise ValueError(f"final_rate: at most {self.rate:g}, the first; {self.final_rate:g}")
        return self


def _decreasing(weights: list[int]) -> list[int]:
    if sorted(set(weights), reverse=True) != weights:
        raise ValueError(f"fewer in every round, not {weights}")
    return weights


Decreasing = AfterValidator(_decreasing)


class Pruning(StrictModel):
    """Rounds of pruning, each followed by training."""

    weights: Annotated[list[Positive], Field(min_length=1), Decreasing] = Field(
        description="live weights wanted after each round, decreasing"
    )
    recipe: Recipe = Field(description="of the training after each round")


class Sweeps(StrictModel):
    """How networks are judged, by weights that are changed up and down."""

    weights: Positive = Field(description="of a network, drawn among the live ones")
    deltas: Annotated[list[PositiveNumber], Field(min_length=1), Increasing] = Field(
        description="of a weight, for survival"
    )
    still: Share = Field(description="SSIM at which a picture still shows the target")
    paints: Share = Field(description="SSIM from which a network paints its target")


class Networks(StrictModel):
    """What all experiments share."""

    units: dict[str, Positive] = Field(description="of each hidden layer, by activation")
    recipe: Recipe = Field(description="of dense networks")
    pruning: Pruning
    stops: Annotated[list[Share], Field(min_length=2), Increasing] = Field(
        description="of the steps, at which dense networks are judged, besides the last one"
    )
    sweeps: Sweeps


STUDY = "regime"
DENSE = "dense"
METHODS = {  # of pruning, by the kind of networks that they leave
    "similarity": "unit_merging",
    "connections": "connection_similarity",
    "lottery": "lottery_ticket",
    "wanda": "wanda",
    "llm": "llm_pruner",
    "random": "random_edges",
}
RIVALS = ("lottery", "wanda", "llm")  # methods of others, compared as one as well
RENDER_KINDS = "compsparse.studies.regime.measures.render_kinds"


@dataclass(frozen=True)
class Cell:
    """What a job is about: networks of one shape, one for each target."""

    experiment: str
    name: str
    depth: int
    units: Mapping[str, int]
    targets: Sequence[str]  # paths

    @property
    def shape(self) -> dict[str, Any]:
        """Parameters of every step on these networks."""
        return {"depth": self.depth, "units": dict(self.units)}


class Measured:
    """Files of measures that an evaluation reads, and the labels of each."""

    def __init__(self) -> None:
        """Start without files."""
        self.paths: list[str] = []
        self.labels: list[dict[str, Any]] = []

    def add(self, path: str, **labels: Any) -> None:
        """Add a file."""
        self.paths.append(path)
        self.labels.append(labels)

    def only(self, *kinds: str) -> "Measured":
        """Return the files of some kinds of networks."""
        found = Measured()
        for path, label in zip(self.paths, self.labels, strict=True):
            if label["kind"] in kinds:
                found.add(path, **label)
        return found


class Collector(JobCollector):
    """Collects jobs."""

    def __init__(self, root_seed: int, scale: str, networks: Networks, world: World) -> None:
        """Start without jobs; scenes are drawn when cells ask for them."""
        super().__init__(STUDY, root_seed, scale)
        self.networks, self.world = networks, world
        self._scenes: list[str] = []

    def cell(self, experiment: str, name: str, depth: int, runs: int) -> Cell:
        """Return a cell of the study's units on the first scenes, one for each run."""
        while len(self._scenes) < runs:
            scene = f"scene_{len(self._scenes)}"
            module = "compsparse.studies.regime.targets.generate_scene"
            self._scenes.append(self.generate("targets", scene, module, {}))
        return Cell(experiment, name, depth, self.networks.units, self._scenes[:runs])

    def dense(self, cell: Cell, recipe: Recipe | None = None, **more: Any) -> str:
        """Add the training of dense networks and return their path; ``more`` goes to the step."""
        return self.train(
            cell.experiment,
            cell.name,
            "compsparse.studies.regime.dense.train_dense",
            {
                **cell.shape,
                "recipe": (recipe or self.networks.recipe).model_dump(),
                "stops": self.networks.stops,
                **more,
                **touched(self.world),
            },
            {"targets": list(cell.targets)},
        )

    def pruned(
        self,
        cell: Cell,
        method: str,
        networks: str,
        weights: Sequence[int] | None = None,
        recipe: Recipe | None = None,
    ) -> str:
        """Add rounds of pruning, each with training, and return the path of the networks."""
        rounds = self.networks.pruning
        return self.prune(
            cell.experiment,
            cell.name,
            "compsparse.studies.regime.pruning.prune_rounds",
            {
                **cell.shape,
                "method": method,
                "weights": list(weights or rounds.weights),
                "recipe": (recipe or rounds.recipe).model_dump(),
                **touched(self.world),
            },
            {"model": networks, "targets": list(cell.targets)},
        )

    def measured(self, cell: Cell, networks: str) -> str:
        """Add the measuring of all networks of a file and return the path of the measures."""
        return self.generate(
            cell.experiment,
            cell.name,
            "compsparse.studies.regime.measures.generate_measures",
            {**cell.shape, **self.networks.sweeps.model_dump(), **touched(self.world)},
            {"model": networks, "targets": list(cell.targets)},
        )

    def compare(
        self,
        result: str,
        files: Measured,
        params: Mapping[str, Any],
        *,
        render: str = RENDER_KINDS,
        render_params: Mapping[str, Any],
    ) -> None:
        """Add a result that compares kinds of networks, by steps that many results share.

        Args:
            result: its name, without the study's.
            files: measures of the networks.
            params: of ``measures.evaluate_kinds``, besides labels and the least SSIM.
            render: the step that draws it.
            render_params: its parameters.
        """
        named = {"result": f"{STUDY}_{result}"}
        paints = self.networks.sweeps.paints
        given = {"root_seed": self.root_seed, "labels": files.labels, "paints": paints}
        table = self._add(
            "evaluate",
            "compsparse.studies.regime.measures.evaluate_kinds",
            named,
            {**given, **params, **named},
            {"measures": files.paths},
            EVALUATION,
        )
        self._add(
            "render",
            render,
            named,
            {**render_params, **named, "scale": self._scale},
            {"table": table, "metrics": self.jobs[-1].outputs["metrics"]},
            PICTURES,
            {
                "claims": part(f"workflow/claims/{STUDY}.yaml", "results", result),
                "headline": part(f"workflow/headlines/{STUDY}.yaml", result),
            },
        )
