"""Settings and jobs on pictures from Picbreeder: the document's skull, butterfly and apple."""

from typing import Annotated, Any

from pydantic import Field, field_validator, model_validator

from compsparse.studies.regime.collector import STUDY, Cell, Collector, Files
from compsparse.studies.regime.scores.levels import DENSE, SIMILARITY
from compsparse.studies.regime.shared_settings import Optimizer, Rounds, Seeds, Trainings
from workflow_engine.configuration.values import Increasing, Positive, StrictModel

NAME = "evolved"
# in place of a folder that nobody has named; plans and records do not depend on it
NOWHERE = "<picbreeder_dir>"


class Genome(StrictModel):
    """A genome, and the networks that learn its picture."""

    file: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]+\.(json|zip)$")] = Field(
        description="in the folder of genomes; JSON, or a zip of Picbreeder"
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


class Pruning(StrictModel):
    """How the networks are pruned."""

    trainings: Trainings
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
    """The experiment of this theme, and the folder of its genomes."""

    picbreeder_dir: str | None = Field(
        None, description="folder of the project with the genomes' files"
    )
    evolved: Evolved

    @field_validator("picbreeder_dir")
    @classmethod
    def _inside(cls, folder: str | None) -> str | None:
        # records name files of the project only; otherwise a job would be stale every time
        if folder is not None and not {"", ".", ".."}.isdisjoint(folder.split("/")):
            raise ValueError(
                f"picbreeder_dir: a folder in the project, such as picbreeder; not {folder!r}. "
                "Copy the genomes there; git leaves a folder of that name out"
            )
        return folder


def collect(plan: Collector, settings: EvolvedTheme) -> None:
    """Add the jobs of this theme."""
    evolved, files = settings.evolved, Files()
    folder = settings.picbreeder_dir or NOWHERE
    for name, genome in evolved.genomes.items():
        made = [
            plan.generate(
                NAME,
                cell,
                f"compsparse.studies.regime.evolved.{module}",
                {"sha256": genome.sha256},
                sources={"genome": f"{folder}/{genome.file}"},
            )
            for cell, module in ((name, "generate_picture"), (f"{name}-layers", "generate_layers"))
        ]
        plan.targets[name] = made[0]
        files.add("genomes", made[1])
        for depth in sorted({genome.depth, *genome.beside}):
            cell = Cell(NAME, f"{name}-depth_{depth}", name, depth, genome.units)
            _collect_depth(plan, evolved, cell, files)
    plan.evaluate(
        "compsparse.studies.regime.evolved.evaluate_evolved",
        files.paths,
        {
            **files.labels,
            "genomes": list(evolved.genomes),
            "depths": {name: genome.depth for name, genome in evolved.genomes.items()},
            "weights": {name: genome.weights for name, genome in evolved.genomes.items()},
            "beside": evolved.prune.beside,
        },
        render="compsparse.studies.regime.evolved.render_evolved",
        render_params={"beside": evolved.prune.beside},
        headline=False,
    )


def _collect_depth(plan: Collector, evolved: Evolved, cell: Cell, files: Files) -> None:
    """Add the networks of one depth, and their scores and those of reference networks."""
    genome = evolved.genomes[cell.target]
    labels: dict[str, Any] = {"target": cell.target, "depth": cell.depth}
    dense = plan.dense(cell, evolved.train.runs)
    plan.add_scores(files, cell, dense, **labels, training="none", kind=DENSE)
    for optimizer, training in evolved.prune.trainings.items():
        for method in training.methods:
            compared = method in SIMILARITY and optimizer == evolved.prune.beside
            if cell.depth != genome.depth and not compared:
                continue
            rounds = Rounds(methods=[method], weights=genome.weights, recipe=training.recipe)
            named = cell.with_name(cell.name, optimizer, method)
            # all methods and optimizers draw the same pixels
            pruned = plan.pruned(named, method, rounds, dense, (STUDY, NAME, cell.name, "pruned"))
            plan.add_scores(files, named, pruned, **labels, training=optimizer, kind=method)
    plan.add_references(files, cell, **labels)
