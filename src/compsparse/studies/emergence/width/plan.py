"""Jobs on the student's width (document 003, part I)."""

from compsparse.studies.emergence.collector import Collector, slug
from compsparse.studies.emergence.width.settings import Width


def collect(plan: Collector, settings: Width) -> None:
    """Add the jobs of this theme: one sweep over widths and exponents, seen in five ways."""
    name, flow = "width", settings.width.train
    # one dataset: a narrow student is the first neurons of a wide one
    starts = plan.starts(name, "default", settings.width.generate)
    for exponent in flow.exponents:
        for neurons in flow.widths:
            plan.train_from(
                name,
                f"beta_{slug(exponent)}-neurons_{neurons}",
                "flow.population_flow",
                {
                    **flow.model_dump(exclude={"exponents", "widths"}),
                    "exponent": exponent,
                    "neurons": neurons,
                    "law": "coupled",
                    "keep_alignment": False,
                },
                starts,
            )
    histories = plan.histories(name)
    swept = {"exponents": flow.exponents, "widths": flow.widths}
    from_start = {**swept, "order": flow.order, "initial_strength": flow.initial_strength}
    for result in ("width_plateau", "learned_directions"):
        plan.evaluate(result, {"histories": histories, "starts": starts}, from_start)
    for result in ("width_curves", "compute_optimal", "width_joint_fit"):
        plan.evaluate(result, {"histories": histories}, swept)
