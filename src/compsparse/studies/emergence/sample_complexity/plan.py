"""Jobs on samples with an adaptive step (document 003, part I)."""

from compsparse.studies.emergence.collector import Collector, slug
from compsparse.studies.emergence.sample_complexity.settings import SampleComplexity


def collect(plan: Collector, settings: SampleComplexity) -> None:
    """Add the jobs of this theme."""
    adaptive, constant = settings.adaptive_rate, settings.constant_step
    starts = plan.starts("adaptive_rate", "all", adaptive.generate)
    shared = adaptive.train.model_dump(exclude={"exponents", "ranks"}) | {"neurons": None}
    for exponent in adaptive.train.exponents:
        beta = f"beta_{slug(exponent)}"
        for rank in adaptive.train.ranks:
            params = {**shared, "exponent": exponent, "rank": rank, "excess": 1.0}
            plan.train_from("adaptive_rate", f"{beta}_rank_{rank}", "adaptive_step", params, starts)
        for excess in constant.train.excess:
            params = {**shared, "exponent": exponent, "rank": 1, "excess": excess}
            cell = f"{beta}_excess_{slug(excess)}"
            plan.train_from("constant_step", cell, "adaptive_step", params, starts)
    suited, too_large = plan.histories("adaptive_rate"), plan.histories("constant_step")
    plan.evaluate("adaptive_rate", {"histories": suited})
    plan.evaluate("constant_step", {"histories": [*suited, *too_large]})
    plan.evaluate("sequence_model", {}, settings.sequence_model.evaluate.model_dump())
