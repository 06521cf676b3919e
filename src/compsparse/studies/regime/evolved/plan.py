"""Settings and jobs on pictures of Picbreeder's: the document's own skull, butterfly and apple."""

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from compsparse.studies.regime.collector import STUDY, Collector
from compsparse.studies.regime.scores.levels import DENSE, SIMILARITY
from compsparse.studies.regime.shared_settings import Method, Recipe, Rounds, Seeds
from workflow_engine.configuration.values import Distinct, Increasing, Positive, StrictModel

NAME = "evolved"
# in place of a folder that nobody has named; what is planned and recorded does not depend on it
NOWHERE = "<picbreeder_dir>"
Optimizer = Literal["adam", "muon", "muon_20"]  # named in kinds.OPTIMIZERS


class Genome(StrictModel):
    """A genome, and the networks that learn its picture."""

    file: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]+\.(json|zip)$")] = Field(
        description="in the folder of genomes; JSON, or Picbreeder's zip"
    )
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")] = Field(description="of the file")
    units: dict[str, Positive] = Field(description="of each hidden layer, by activation")
    depth: Positive = Field(description="where all methods are compared")
    beside: Annotated[list[Positive], Increasing] = Field(
        [], description="depths where pruning by similarity is tried, too"
    )
    weights: Annotated[list[Positive], Field(min_length=2, max_length=2)] = Field(
        description="live weights after each round of pruning, decreasing"
    )


class Training(StrictModel):
    """Methods that prune, and what trains the networks after each round."""

    methods: Annotated[list[Method], Field(min_length=1), Distinct]
    recipe: Recipe


class Pruning(StrictModel):
    """How the networks are pruned."""

    trainings: Annotated[dict[Optimizer, Training], Field(min_length=1)] = Field(
        description="by the optimizer's name"
    )
    beside: Optimizer = Field(description="the training at depths beside")

    @model_validator(mode="after")
    def _known(self) -> "Pruning":
        if self.beside not in self.trainings:
            raise ValueError(f"beside: one of {', '.join(self.trainings)}; not {self.beside!r}")
        return self


class Dense(StrictModel):
    """The dense networks that all methods prune."""

    runs: Seeds = Field(description="of each genome and depth")


class Evolved(StrictModel):
    """All genomes."""

    genomes: Annotated[dict[str, Genome], Field(min_length=1)] = Field(description="by name")
    train: Dense
    prune: Pruning


class EvolvedTheme(StrictModel):
    """The only experiment of this theme, and where its genomes lie."""

    picbreeder_dir: str | None = Field(
        None, description="folder of the project with the genomes' files"
    )
    evolved: Evolved

    @field_validator("picbreeder_dir")
    @classmethod
    def _inside(cls, folder: str | None) -> str | None:
        # records name files of the project alone; what they call otherwise is made anew every time
        if folder is not None and not {"", ".", ".."}.isdisjoint(folder.split("/")):
            raise ValueError(
                f"picbreeder_dir: a folder in the project, such as picbreeder; not {folder!r}. "
                "Copy the genomes there; git leaves a folder of that name out"
            )
        return folder


def collect(plan: Collector, settings: EvolvedTheme) -> None:
    """Add the jobs of this theme."""
    evolved = settings.evolved
    folder = settings.picbreeder_dir or NOWHERE
    genomes: list[str] = []
    scores: list[tuple[dict[str, Any], str]] = []
    references: list[tuple[dict[str, Any], str]] = []
    for name, genome in evolved.genomes.items():
        named = {"sha256": genome.sha256}
        files = {"genome": f"{folder}/{genome.file}"}
        plan.targets[name] = plan.generate(NAME, name, "picture", named, sources=files)
        genomes.append(plan.generate(NAME, f"{name}-layers", "layers", named, sources=files))
        for depth in sorted({genome.depth, *genome.beside}):
            found = _at_depth(plan, evolved, name, genome, depth)
            scores += found[0]
            references += found[1]
    read = {"scores": scores, "references": references}
    plan.evaluate(
        NAME,
        {"genomes": genomes, **{kind: [path for _, path in of] for kind, of in read.items()}},
        {
            "genomes": list(evolved.genomes),
            **{kind: [labels for labels, _ in of] for kind, of in read.items()},
            "depths": {name: genome.depth for name, genome in evolved.genomes.items()},
            "weights": {name: genome.weights for name, genome in evolved.genomes.items()},
            "beside": evolved.prune.beside,
        },
        render_params={"beside": evolved.prune.beside},
    )


Files = list[tuple[dict[str, Any], str]]  # labels and path


def _at_depth(
    plan: Collector, evolved: Evolved, name: str, genome: Genome, depth: int
) -> tuple[Files, Files]:
    """Add the networks of one depth; return their scores, and those of reference networks."""
    shape = {"depth": depth, "units": genome.units}
    place = {"target": name, "depth": depth}
    cell = f"{name}-depth_{depth}"
    dense = plan.dense(NAME, cell, name, shape, evolved.train.runs)
    judged = plan.scores(NAME, cell, name, shape, dense)
    scores: Files = [({**place, "training": "none", "kind": DENSE}, judged)]
    for training, how in evolved.prune.trainings.items():
        methods = how.methods
        if depth != genome.depth:
            methods = [m for m in methods if m in SIMILARITY and training == evolved.prune.beside]
        for method in methods:
            rounds = Rounds(methods=[method], weights=genome.weights, recipe=how.recipe)
            # methods and optimizers meet the same pixels, so that they differ by themselves
            seeds = (STUDY, NAME, cell, "pruned")
            pruned_cell = f"{cell}-{training}-{method}"
            pruned = plan.pruned(
                NAME, pruned_cell, name, shape, method, rounds, dense, seed_names=seeds
            )
            judged = plan.scores(NAME, pruned_cell, name, shape, pruned)
            scores.append(({**place, "training": training, "kind": method}, judged))
    found = plan.references(NAME, cell, name, depth, genome.units)
    return scores, [
        ({**place, "kind": kind.partition("_")[0]}, path) for kind, path in found.items()
    ]
