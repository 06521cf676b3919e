"""Settings and jobs on combinations of codes (document 000, section 29.3, Mechanism)."""

from typing import Annotated

from pydantic import Field

from compsparse.studies.experts.collector import Collector, Generated, Runs, Several, Size
from compsparse.studies.experts.learning.methods import METHODS, Method
from workflow_engine.configuration.values import StrictModel

# methods where each combination has maps of its own, and where the number held out varies
INDEPENDENT: tuple[Method, ...] = ("own", "free", "flat", "pieces", "full_pieces", "dense_all")
HELD_OUT: tuple[Method, ...] = ("own", "free", "dense_own")


class Sizes(StrictModel):
    """Sizes of the target."""

    sizes: Annotated[list[Size], Field(min_length=1)]
    runs: Runs = Field(description="in place of those of other experiments on maps")


class CompositionTheme(StrictModel):
    """The theme's experiments: shared maps, and maps of its own for each combination."""

    composition: Generated[Sizes]
    independent: Generated[Size]
    held_out: Generated[Several]


def collect(plan: Collector, settings: CompositionTheme) -> None:
    """Add the jobs of this theme."""
    learned, generate = [], settings.composition.generate
    for size in generate.sizes:
        about = {"size": size.name, "codes": size.codes, "layers": size.layers}
        learned.append(plan.learned("composition", size, METHODS, about, runs=generate.runs))
    plan.compare(
        "compsparse.studies.experts.composition.evaluate_composition",
        learned,
        render="compsparse.studies.experts.composition.render_composition",
    )
    plan.compare(
        "compsparse.studies.experts.composition.evaluate_paths",
        learned,
        render="compsparse.studies.experts.composition.render_paths",
    )
    one = settings.independent.generate
    separate = plan.learned("independent", one, INDEPENDENT, {"size": one.name}, independent=True)
    plan.compare(
        "compsparse.studies.experts.composition.evaluate_independent",
        [separate],
        render="compsparse.studies.experts.composition.render_independent",
        render_params={"combinations": one.combinations},
    )
    several = settings.held_out.generate
    plan.compare(
        "compsparse.studies.experts.composition.evaluate_held_out",
        [plan.learned("held_out", several, HELD_OUT)],
        render="compsparse.studies.experts.composition.render_held_out",
        render_params={"combinations": several.combinations},
    )
