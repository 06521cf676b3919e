"""Settings and jobs on the mechanisms that are to draw training (document 001, Figure 7)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.regime import worlds
from compsparse.studies.regime.collector import Collector
from compsparse.studies.regime.mechanisms.kinds import DENSE, KINDS, OWN, REWIRED, SOLUTIONS
from compsparse.studies.regime.shared_settings import LayeredSettings, Recipe, Seeds
from workflow_engine.configuration.values import Distinct, Positive, PositiveNumber, StrictModel

NAME = "mechanisms"


class Errors(StrictModel):
    """Mean squared errors at which networks are compared."""

    solutions: PositiveNumber = Field(description="of the genome's own network and of dense ones")
    wirings: PositiveNumber = Field(description="of networks of equal count from random weights")


class Descents(StrictModel):
    """How networks come down to these errors."""

    errors: Errors
    start: Annotated[float, Field(gt=1)] = Field(
        description="error that noise gives the genome's network, in units of the wanted one"
    )
    runs: Seeds = Field(description="of each kind of network")
    retries: Annotated[int, Field(ge=0)] = Field(description="of a run that does not come down")
    recipe: Recipe = Field(description="of all kinds")


class Looks(StrictModel):
    """How networks are looked at."""

    pairs: Positive = Field(description="of opposite directions in weight space")
    sweeps: Positive = Field(description="weights of a network that are changed to judge it")


class ComparedSolutions(StrictModel):
    """Compositional and fractured networks of equal error."""

    targets: Annotated[list[str], Field(min_length=1), Distinct]
    shapes: dict[str, LayeredSettings] = Field(description="of the targets' genomes")
    prune: Descents
    generate: Looks


class Mechanisms(StrictModel):
    """The experiment of this theme."""

    mechanisms: ComparedSolutions


def collect(plan: Collector, settings: Mechanisms) -> None:
    """Add the jobs of this theme."""
    chosen = settings.mechanisms
    labels: list[dict[str, str]] = []
    made: dict[str, list[str]] = {"networks": [], "landscapes": [], "scores": []}
    for target in chosen.targets:
        if target not in plan.genomes or target not in chosen.shapes:
            raise ValueError(
                f"mechanisms compares networks with the genome of {target!r}; needed: a genome in "
                "regime.targets and its shape in mechanisms.shapes."
            )
        shape = chosen.shapes[target].model_dump()
        given = chosen.prune.model_dump(exclude={"errors"})
        errors, seen = chosen.prune.errors, {"target": plan.targets[target]}
        for kind in KINDS:
            cell = f"{target}-{kind}"
            networks = plan.prune(
                NAME,
                cell,
                "descents",
                {
                    **shape,
                    **given,
                    "kind": _in_world(plan.world, kind),
                    "error": errors.solutions if kind in SOLUTIONS else errors.wirings,
                    # kinds see the same pixels
                    "seed_names": [plan.study, NAME, target],
                    **plan.identity,
                },
                seen,
                sources={"genome": plan.genomes[target]},
            )
            looks = {**shape, "pairs": chosen.generate.pairs}
            landscape = plan.generate(
                NAME, f"{cell}-landscape", "landscape", looks, {"model": networks, **seen}
            )
            sweeps = chosen.generate.sweeps
            scores = plan.scores(NAME, cell, target, shape, networks, sweeps=sweeps)
            for files, path in zip(made.values(), (networks, landscape, scores), strict=True):
                files.append(path)
            labels.append({"target": target, "kind": kind})
    shown = {"errors": chosen.prune.errors.model_dump()}
    plan.evaluate(NAME, made, {"networks": labels}, render_params=shown)


def _in_world(world: worlds.World, kind: str) -> str:
    """Return the networks that stand for a kind; every kind draws by the same seeds."""
    if world == "unpruned":
        return DENSE
    return REWIRED if world == worlds.REWIRED and kind == OWN else kind
