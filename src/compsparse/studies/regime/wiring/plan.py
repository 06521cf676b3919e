"""Settings and jobs on wirings (document 001, Figures 1, 2 and 7, referee report)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.regime.collector import (
    DENSE,
    RENDER_KINDS,
    Cell,
    Collector,
    Depth,
    Measured,
    Recipe,
    Runs,
)
from compsparse.studies.regime.worlds import touched
from workflow_engine.configuration.values import Positive, PositiveNumber, StrictModel

NAME = "wiring"
WIRED = ("own", "rewired", "random", "solution")
KINDS = (*WIRED, "genome")


class Shape(StrictModel):
    """The layered network of a scene; steps refuse any other."""

    depth: Depth
    units: dict[str, Positive]


class Variant(StrictModel):
    """What differs from the recipe."""

    rate: PositiveNumber = Field(1.0, description="factor on both learning rates")
    scale: PositiveNumber = Field(1.0, description="factor on first weights")
    pixels: PositiveNumber = Field(1.0, description="factor on pixels of a step")


class Wirings(StrictModel):
    """Networks at a scene's own shape."""

    shape: Shape
    copies: Positive = Field(description="of each unit, in networks of a wiring that are trained")
    runs: Runs
    recipe: Recipe
    variants: Annotated[dict[str, Variant], Field(min_length=1)] = Field(
        description="of the training of dense networks"
    )


class Combinations(StrictModel):
    """Pairs of edits of two parts."""

    weights: Positive = Field(description="of a network, changed up and down")
    pairs: Positive


class Landscape(StrictModel):
    """Noise around trained networks."""

    draws: Positive
    batches: Annotated[int, Field(ge=2)]


class Looked(StrictModel):
    """What is made of trained networks."""

    combinations: Combinations
    landscape: Landscape


class Experiment(StrictModel):
    """The only experiment."""

    train: Wirings
    generate: Looked


class WiringTheme(StrictModel):
    """The theme's experiments."""

    wiring: Experiment


def collect(plan: Collector, settings: WiringTheme) -> None:
    """Add the jobs of this theme."""
    given = settings.wiring.train
    given_generate = settings.wiring.generate.model_dump()
    targets = plan.cell(NAME, "", given.shape.depth, given.runs).targets
    step = "compsparse.studies.regime.wiring.train_wired"

    def copies(kind: str) -> int:
        return given.copies if kind in WIRED else 1

    def cell(name: str) -> Cell:
        units = {unit: copies(name) * number for unit, number in given.shape.units.items()}
        return Cell(NAME, name, given.shape.depth, units, targets)

    # all begin alike: their random weights and pixels have one name
    names = {"seed_names": [plan.study, NAME, "networks"]}
    trained = {"dense": plan.dense(cell("dense"), given.recipe, **names)}
    for kind in KINDS:
        params = {**cell(kind).shape, "kind": kind, "copies": copies(kind), **names}
        params |= {"recipe": given.recipe.model_dump(), **touched(plan.world)}
        trained[kind] = plan.train(NAME, kind, step, params, {"targets": list(targets)})
    files, variants = Measured(), Measured()
    for kind, networks in trained.items():
        path = plan.measured(cell(kind), networks)
        files.add(path, kind=kind)
        if kind == "dense":
            variants.add(path, kind=kind)
    for name, variant in given.variants.items():
        recipe = given.recipe.model_copy(
            update={
                "rate": given.recipe.rate * variant.rate,
                "final_rate": given.recipe.final_rate * variant.rate,
                "pixels": round(given.recipe.pixels * variant.pixels),
            }
        )
        other = plan.dense(cell(f"dense-{name}"), recipe, **names, stops=[], scale=variant.scale)
        variants.add(plan.measured(cell(f"dense-{name}"), other), kind=name)
    _compare(plan, files, variants)
    # what is compared with the genome's network, or is compositional by where it began
    edits = {"measures": ["relative_error"], "note": "0: edits of two parts compose."}
    scatter = {"measures": ["radius", "noise"], "note": "At the end of training."}
    for result, step, looked_at, drawn in (
        ("combinations", "combinations", ("dense", "genome"), edits),
        ("mechanisms", "landscape", ("solution", "own", "dense"), scatter),
    ):
        made = [
            plan.generate(
                NAME,
                f"{step}-{kind}",
                f"compsparse.studies.regime.wiring.generate_{step}",
                {**cell(kind).shape, **given_generate[step], **touched(plan.world)},
                {"model": trained[kind], "targets": list(targets)},
            )
            for kind in looked_at
        ]
        plan.evaluate(
            f"compsparse.studies.regime.wiring.evaluate_{result}",
            {f"{step}s" if step == "landscape" else step: made},
            {"kinds": list(looked_at)},
            render=RENDER_KINDS,
            render_params={"kinds": list(looked_at), **drawn},
        )


def _compare(plan: Collector, files: Measured, variants: Measured) -> None:
    both, controls = ["survival", "excess"], ["rewired", "random", "dense"]
    # are survival and alignment larger in a genome's wiring, trained from random weights?
    plan.compare(
        "wiring",
        files.only("own", *controls),
        {
            "pairs": [f"own_over_{other}" for other in (*controls, "controls")],
            "groups": {"controls": controls},
        },
        render_params={
            "kinds": ["own", *controls],
            "measures": both,
            "note": "Three copies of each unit; dense: one.",
        },
    )
    # do both measures tell the genome's own network, whose parts are known, from dense ones at the
    # end of their training?
    shown = ["genome", DENSE]
    plan.compare(
        "genome",
        files.only(*shown),
        {
            "pairs": ["genome_over_dense"],
            "readings": ["survival_least", *both],
            "exact": ["genome"],
        },
        render_params={
            "kinds": shown,
            "measures": ["survival_least", *both],
            "note": "Networks of the genome's own shape.",
        },
    )
    # is the genome's solution one that training stays at, and does it find it from random weights?
    shown = ["genome", "solution", "own"]
    plan.compare(
        "reachability",
        files.only(*shown, DENSE),
        {"pairs": ["solution_over_genome", "own_over_solution"]},
        render_params={"kinds": shown, "measures": both, "note": "The own wiring."},
    )
    # does another rate, scale or batch make dense networks compositional (referee report)?
    kinds = [label["kind"] for label in variants.labels]
    names = {kind: kind.replace("_", " ") for kind in kinds if kind != DENSE}
    plan.compare(
        "isolation",
        variants,
        {"pairs": [f"{kind}_over_dense" for kind in names], "readings": ["excess"]},
        render_params={
            "kinds": list(names),
            "measures": ["excess"],
            "note": "Dense networks of the genome's shape.",
            "names": names,
        },
    )
