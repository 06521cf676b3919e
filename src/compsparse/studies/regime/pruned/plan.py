"""Settings and jobs on methods of pruning and on other pictures.

Document 001, Figures 8 and 30 to 37, and 5 and 24 to 29.
"""

from typing import Annotated

from pydantic import Field

from compsparse.studies.regime.collector import (
    DENSE,
    METHODS,
    RIVALS,
    Cell,
    Collector,
    Depth,
    Measured,
    Recipe,
    Runs,
)
from compsparse.studies.regime.targets.drawings import DRAWINGS
from workflow_engine.configuration.values import Distinct, Positive, PositiveNumber, StrictModel

NAME = "pruning"


class DenseNetworks(StrictModel):
    """Networks that are pruned."""

    depth: Depth
    runs: Runs


class Rounds(StrictModel):
    """What goes beyond the study's rounds."""

    adam: Recipe = Field(description="of pruning by similarity with another optimizer")
    least: Positive = Field(description="weights of a further round, after which some do not paint")


class Judged(StrictModel):
    """When a network counts as compositional."""

    least_excess: PositiveNumber


class Methods(StrictModel):
    """All methods on the same networks, at the study's counts."""

    train: DenseNetworks
    prune: Rounds
    evaluate: Judged


class Pictures(StrictModel):
    """Drawings of the document's kinds."""

    drawings: Annotated[list[str], Field(min_length=2), Distinct] = Field(
        description=f"of {', '.join(DRAWINGS)}"
    )
    depth: Depth
    weights: Positive = Field(description="live ones after pruning; drawings need many")
    networks: Positive = Field(description="of each kind and drawing")


class Outside(StrictModel):
    """Pictures from outside of Picbreeder."""

    train: Pictures


class PruningTheme(StrictModel):
    """The theme's experiments."""

    pruning: Methods
    outside: Outside


def collect(plan: Collector, settings: PruningTheme) -> None:
    """Add the jobs of this theme."""
    given = settings.pruning
    depth, runs = given.train.depth, given.train.runs
    dense_cell = plan.cell(NAME, "dense", depth, runs)
    dense = plan.dense(dense_cell)
    files, adam = Measured(), Measured()
    measured = plan.measured(dense_cell, dense)
    for reader in (files, adam):
        reader.add(measured, kind="dense")
    least = Measured()
    for kind, method in METHODS.items():
        cell = plan.cell(NAME, kind, depth, runs)
        networks = plan.pruned(cell, method, dense)
        path = plan.measured(cell, networks)
        files.add(path, kind=kind)
        if kind in ("similarity", "random"):
            further = plan.cell(NAME, f"{kind}-least", depth, runs)
            networks = plan.pruned(further, method, networks, [given.prune.least])
            least.add(plan.measured(further, networks), kind=kind)
        if kind == "similarity":
            adam.add(path, kind="muon")
    cell = plan.cell(NAME, "similarity-adam", depth, runs)
    networks = plan.pruned(cell, METHODS["similarity"], dense, recipe=given.prune.adam)
    adam.add(plan.measured(cell, networks), kind="adam")
    _compare(plan, given, files, adam, least)
    _add_outside(plan, settings.outside.train)


def _compare(
    plan: Collector, given: Methods, files: Measured, adam: Measured, least: Measured
) -> None:
    weights = plan.networks.pruning.weights
    counts = " and ".join(map(str, weights))
    note, both = f"Pruned to {counts} weights.", ["survival", "excess"]
    # at equal counts; rivals are one comparison by the document's own measure
    pairs = ["connections_over_random", "similarity_over_random", "similarity_over_rivals"]
    pairs += [f"similarity_over_{rival}" for rival in RIVALS]
    plan.compare(
        "pruning",
        files,
        {"pairs": pairs, "groups": {"rivals": list(RIVALS)}},
        render_params={"kinds": [*METHODS, DENSE], "measures": both, "note": note},
    )
    # are the units of a layer more orthogonal after pruning by similarity (Figure 8)?
    pairs, measures = ["similarity_over_dense", "similarity_over_random"], ["orthogonality"]
    plan.compare(
        "orthogonality",
        files,
        {"pairs": pairs, "readings": measures},
        render_params={"kinds": [DENSE, *METHODS], "measures": measures, "note": note},
    )
    plan.evaluate(
        "compsparse.studies.regime.pruned.evaluate_falsifier",
        {"measures": files.paths},
        {
            "labels": files.labels,
            "paints": plan.networks.sweeps.paints,
            **given.evaluate.model_dump(),
        },
        render="compsparse.studies.regime.pruned.render_falsifier",
        render_params={"weights": weights},
    )
    # what the optimizer changes after pruning by similarity (Figures 18 to 23)
    names = {"muon": "Muon", "adam": "Adam", DENSE: "dense, Muon"}
    plan.compare(
        "optimizer_influence",
        adam,
        {"pairs": ["muon_over_adam"]},
        render_params={
            "kinds": list(names),
            "measures": both,
            "note": f"Units merged, to {counts} weights.",
            "names": names,
        },
    )
    # how many networks still paint at the document's smaller count?
    plan.compare(
        "painting",
        least,
        {"pairs": ["similarity_over_random"], "readings": ["ssim"]},
        render_params={
            "kinds": ["similarity", "random"],
            "measures": ["ssim"],
            "note": f"Pruned to {given.prune.least} weights.",
        },
    )


def _add_outside(plan: Collector, given: Pictures) -> None:
    targets = [
        plan.generate(
            "targets",
            name,
            "compsparse.studies.regime.targets.generate_target",
            {"drawing": name},
        )
        for name in given.drawings
    ]
    targets *= given.networks
    files = Measured()

    def cell(name: str) -> Cell:
        return Cell("outside", name, given.depth, plan.networks.units, targets)

    dense = plan.dense(cell("dense"))
    files.add(plan.measured(cell("dense"), dense), kind="dense")
    for kind in ("similarity", "random"):
        networks = plan.pruned(cell(kind), METHODS[kind], dense, [given.weights])
        files.add(plan.measured(cell(kind), networks), kind=kind)
    # a run is a network of a drawing, whose parts are not known
    pairs = ["similarity_over_random", "similarity_over_dense"]
    plan.compare(
        "outside",
        files,
        {"pairs": pairs, "readings": ["survival"], "parts": False},
        render="compsparse.studies.regime.pruned.render_outside",
        render_params={"drawings": given.drawings},
    )
