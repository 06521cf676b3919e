"""Settings and jobs on proposed mechanisms of training (document 001, Figure 7)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.regime import worlds
from compsparse.studies.regime.collector import Cell, Collector, Files
from compsparse.studies.regime.mechanisms.kinds import DENSE, KINDS, OWN, REWIRED, SOLUTIONS
from compsparse.studies.regime.shared_settings import (
    Judging,
    LayeredSettings,
    Recipe,
    Seeds,
    Targets,
)
from workflow_engine.configuration.values import Positive, PositiveNumber, StrictModel

NAME = "mechanisms"


class Errors(StrictModel):
    """Mean squared errors at which networks are compared."""

    solutions: PositiveNumber = Field(description="of the genome's own network and of dense ones")
    wirings: PositiveNumber = Field(description="of networks of equal count from random weights")


class Descents(StrictModel):
    """How networks are trained to these errors."""

    errors: Errors
    start: Annotated[float, Field(gt=1)] = Field(
        description="error of the noised genome, relative to the wanted one"
    )
    runs: Seeds = Field(description="of each kind of network")
    retries: Annotated[int, Field(ge=0)] = Field(
        description="of a run that does not reach its error"
    )
    recipe: Recipe = Field(description="of all kinds")


class Measurements(Judging):
    """How networks are measured."""

    pairs: Positive = Field(description="of opposite directions in weight space")


class ComparedSolutions(StrictModel):
    """Compositional and fractured networks of equal error."""

    targets: Targets
    shapes: dict[str, LayeredSettings] = Field(description="of the targets' genomes")
    prune: Descents
    generate: Measurements


class Mechanisms(StrictModel):
    """The experiment of this theme."""

    mechanisms: ComparedSolutions


def collect(plan: Collector, settings: Mechanisms) -> None:
    """Add the jobs of this theme."""
    chosen, files = settings.mechanisms, Files()
    for target in chosen.targets:
        genome = plan.genome(target, "mechanisms.targets")
        if target not in chosen.shapes:
            raise ValueError(f"mechanisms.shapes: there is none for the genome of {target!r}.")
        layers = chosen.shapes[target]
        descent = chosen.prune.model_dump(exclude={"errors"})
        errors, picture = chosen.prune.errors, {"target": plan.targets[target]}
        for kind in KINDS:
            cell = Cell(NAME, f"{target}-{kind}", target, layers.depth, layers.units)
            networks = plan.prune(
                NAME,
                cell.name,
                "compsparse.studies.regime.mechanisms.prune_descents",
                {
                    **cell.shape,
                    **descent,
                    "kind": _kind_in_world(plan.world, kind),
                    "error": errors.solutions if kind in SOLUTIONS else errors.wirings,
                    # all kinds draw the same pixels
                    "seed_names": [plan.study, NAME, target],
                    **worlds.step_params(plan.world),
                },
                picture,
                sources={"genome": genome},
            )
            landscape = plan.generate(
                NAME,
                f"{cell.name}-landscape",
                "compsparse.studies.regime.mechanisms.generate_landscape",
                {**cell.shape, "pairs": chosen.generate.pairs},
                {"model": networks, **picture},
            )
            files.add("networks", networks, target=target, kind=kind)
            files.add("landscapes", landscape)
            plan.add_scores(files, cell, networks, chosen.generate.sweeps)
    plan.evaluate(
        "compsparse.studies.regime.mechanisms.evaluate_mechanisms",
        files.paths,
        files.labels,
        render="compsparse.studies.regime.mechanisms.render_mechanisms",
        render_params={"errors": chosen.prune.errors.model_dump()},
    )


def _kind_in_world(world: worlds.World, kind: str) -> str:
    """Return the networks that take the place of a kind; every kind draws by the same seeds."""
    if world == "unpruned":
        return DENSE
    return REWIRED if world == worlds.REWIRED and kind == OWN else kind
