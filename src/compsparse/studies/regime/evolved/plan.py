"""Settings and jobs on pictures from Picbreeder: the document's skull, butterfly and apple."""

from typing import Annotated

from pydantic import Field, field_validator, model_validator

from compsparse.studies.regime.collector import STUDY, Collector, LabelledFiles
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
    evolved = settings.evolved
    folder = settings.picbreeder_dir or NOWHERE
    genomes: list[str] = []
    scores, references = LabelledFiles(), LabelledFiles()
    for name, genome in evolved.genomes.items():
        digest = {"sha256": genome.sha256}
        files = {"genome": f"{folder}/{genome.file}"}
        plan.targets[name] = plan.generate(
            NAME, name, "compsparse.studies.regime.evolved.generate_picture", digest, sources=files
        )
        layers = plan.generate(
            NAME,
            f"{name}-layers",
            "compsparse.studies.regime.evolved.generate_layers",
            digest,
            sources=files,
        )
        genomes.append(layers)
        for depth in sorted({genome.depth, *genome.beside}):
            _collect_depth(plan, evolved, name, depth, scores, references)
    plan.evaluate(
        "compsparse.studies.regime.evolved.evaluate_evolved",
        {"genomes": genomes, "scores": scores.paths, "references": references.paths},
        {
            "genomes": list(evolved.genomes),
            "scores": scores.labels,
            "references": references.labels,
            "depths": {name: genome.depth for name, genome in evolved.genomes.items()},
            "weights": {name: genome.weights for name, genome in evolved.genomes.items()},
            "beside": evolved.prune.beside,
        },
        render="compsparse.studies.regime.evolved.render_evolved",
        render_params={"beside": evolved.prune.beside},
    )


def _collect_depth(
    plan: Collector,
    evolved: Evolved,
    name: str,
    depth: int,
    scores: LabelledFiles,
    references: LabelledFiles,
) -> None:
    """Add the networks of one depth, and their scores and those of reference networks."""
    genome = evolved.genomes[name]
    shape = {"depth": depth, "units": genome.units}
    labels = {"target": name, "depth": depth}
    cell = f"{name}-depth_{depth}"
    dense = plan.dense(NAME, cell, name, shape, evolved.train.runs)
    judged = plan.scores(NAME, cell, name, shape, dense)
    scores.add(judged, **labels, training="none", kind=DENSE)
    for optimizer, training in evolved.prune.trainings.items():
        for method in training.methods:
            if depth != genome.depth and (
                method not in SIMILARITY or optimizer != evolved.prune.beside
            ):
                continue
            rounds = Rounds(methods=[method], weights=genome.weights, recipe=training.recipe)
            # all methods and optimizers draw the same pixels
            seeds = (STUDY, NAME, cell, "pruned")
            pruned_cell = f"{cell}-{optimizer}-{method}"
            pruned = plan.pruned(
                NAME, pruned_cell, name, shape, method, rounds, dense, seed_names=seeds
            )
            judged = plan.scores(NAME, pruned_cell, name, shape, pruned)
            scores.add(judged, **labels, training=optimizer, kind=method)
    for kind, path in plan.references(NAME, cell, name, depth, genome.units):
        references.add(path, **labels, kind=kind)
