"""Settings and jobs on pictures of Picbreeder: the document's skull and butterfly."""

from typing import Annotated

from pydantic import Field, field_validator

from compsparse.studies.regime.collector import (
    METHODS,
    RIVALS,
    Cell,
    Collector,
    Decreasing,
    Depth,
    Measured,
    Recipe,
    Runs,
)
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
    depth: Depth = Field(description="where all methods are compared")
    beside: Annotated[list[Positive], Increasing] = Field(
        [], description="depths where pruning by similarity is tried, too"
    )
    weights: Annotated[list[Positive], Field(min_length=2, max_length=2), Decreasing] = Field(
        description="live weights after each round of pruning, decreasing"
    )
    runs: Runs = Field(description="dense networks; each is pruned by every method")


class Trainings(StrictModel):
    """How all networks are trained, and with what else after pruning by similarity."""

    recipe: Recipe = Field(description="of dense networks, and of all that are pruned")
    others: dict[str, Recipe] = Field(description="by name")


class Evolved(StrictModel):
    """All genomes."""

    genomes: Annotated[dict[str, Genome], Field(min_length=1)] = Field(description="by name")
    train: Trainings


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
    evolved, files = settings.evolved, Measured()
    targets: list[str] = []
    folder = settings.picbreeder_dir or NOWHERE
    for name, genome in evolved.genomes.items():
        target = plan.generate(
            NAME,
            name,
            "compsparse.studies.regime.evolved.generate_picture",
            {"sha256": genome.sha256},
            sources={"genome": f"{folder}/{genome.file}"},
        )
        targets.append(target)
        recipe = evolved.train.recipe
        for depth in sorted({genome.depth, *genome.beside}):

            def cell(kind: str) -> Cell:
                named = f"{name}-{depth}_layers-{kind}"  # noqa: B023
                return Cell(NAME, named, depth, genome.units, [target])  # noqa: B023

            # judged at the end alone
            dense = plan.dense(cell("dense"), recipe, runs=genome.runs, stops=[])
            labels = {"target": name, "depth": depth}
            files.add(plan.measured(cell("dense"), dense), **labels, kind="dense")
            beside = depth != genome.depth
            methods = {kind: METHODS[kind] for kind in ("similarity", *RIVALS, "random")}
            kinds = {kind: (method, recipe) for kind, method in methods.items()}
            for kind, other in evolved.train.others.items():
                kinds[kind] = methods["similarity"], other
            weights = genome.weights[:1] if beside else genome.weights
            for kind in ["similarity"] if beside else kinds:
                networks = plan.pruned(cell(kind), kinds[kind][0], dense, weights, kinds[kind][1])
                files.add(plan.measured(cell(kind), networks), **labels, kind=kind)
    plan.evaluate(
        "compsparse.studies.regime.evolved.evaluate_evolved",
        {"measures": files.paths, "targets": targets},
        {
            "labels": files.labels,
            "paints": plan.networks.sweeps.paints,
            "depths": {name: genome.depth for name, genome in evolved.genomes.items()},
            "others": list(evolved.train.others),
            "rivals": RIVALS,
        },
        render="compsparse.studies.regime.evolved.render_evolved",
        headline=False,
    )
