"""Jobs on bounds (document 000, Theorem 5 and the slide 'Explaining the theorem')."""

from compsparse.studies.tickets.bounds.settings import BoundsTheme
from compsparse.studies.tickets.collector import STUDY, Collector
from compsparse.studies.tickets.wired import jobs
from compsparse.studies.tickets.wired.shape import WIRINGS

NAME = "bounds"
_ARITY = 2


def collect(plan: Collector, settings: BoundsTheme) -> None:
    """Add the jobs of this theme."""
    drawn = settings.layers.generate
    layers = plan.generate(
        "layers",
        "layers",
        "compsparse.studies.tickets.bounds.generate_layers",
        drawn.model_dump(),
    )
    plan.evaluate(
        "compsparse.studies.tickets.bounds.evaluate_layer_inequalities",
        {"layers": layers},
        {"inputs": drawn.inputs, "at_nonzeros": _ARITY},
        render="compsparse.studies.tickets.bounds.render_layer_inequalities",
        render_params={"inputs": drawn.inputs, "examples": drawn.examples},
    )
    networks = jobs.networks(plan, settings.wired)
    examples = jobs.examples(plan, settings.wired)
    number = settings.bounds.evaluate.at_examples
    suprema = [
        plan.train(
            NAME,
            wiring,
            "compsparse.studies.tickets.bounds.train_supremum",
            {
                "wiring": wiring,
                "channels": settings.wired.train.channels,
                "examples": number,
                "sign_names": [STUDY, NAME, "signs"],
                **settings.bounds.train.model_dump(),
            },
            {"examples": examples},
        )
        for wiring in WIRINGS
    ]
    plan.evaluate(
        "compsparse.studies.tickets.bounds.evaluate_bounds",
        {"examples": examples, "models": networks.paths, "suprema": suprema},
        {"about": networks.about, "at_examples": number},
        render="compsparse.studies.tickets.bounds.render_bounds",
        render_params={"examples": number},
    )
