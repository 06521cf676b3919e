"""Jobs on the edge case k = 2 and what lies beyond the theorem (document 003, part I)."""

from compsparse.studies.emergence.collector import STUDY, Collector, slug
from compsparse.studies.emergence.edge_cases import settings as model


def collect(plan: Collector, settings: model.EdgeCases) -> None:
    """Add the jobs of this theme."""
    _quadratic_exponents(plan, settings.quadratic_exponents)
    _specialization(plan, settings.specialization)
    _mixed_degree(plan, settings.mixed_degree)
    _anisotropic(plan, settings.anisotropic)


def _quadratic_exponents(plan: Collector, settings: model.QuadraticExponents) -> None:
    name, flow = "quadratic_exponents", settings.train
    starts = plan.starts(name, "starts", settings.generate)
    for exponent in flow.exponents:
        params = {**flow.model_dump(exclude={"exponents"}), "exponent": exponent}
        plan.train_from(name, f"exponent_{slug(exponent)}", "quadratic_flow", params, starts)
    plan.evaluate(name, {"histories": plan.histories(name)}, settings.evaluate.model_dump())


def _specialization(plan: Collector, settings: model.Specialization) -> None:
    name, flow = "specialization", settings.train
    starts = plan.starts(name, "starts", settings.generate)
    for order in flow.orders:
        params = {**flow.model_dump(exclude={"orders"}), "order": order}
        plan.train_from(name, f"order_{order}", "neuron_flow", params, starts)
    plan.evaluate(name, {"histories": plan.histories(name)})


def _mixed_degree(plan: Collector, settings: model.MixedDegree) -> None:
    name, flow = "mixed_degree", settings.train
    by_rank, by_dimension = f"{name}_ranks", f"{name}_dimensions"
    sweep = settings.dimensions
    cells = [(by_rank, "", plan.starts(by_rank, "starts", settings.ranks))]
    for dimension in sweep.dimensions:
        cell = f"dimension_{dimension}"
        # the same Gaussian overlaps in every dimension: their scatter does not enter the slope
        draws = sweep.draws(dimension)
        starts = plan.starts(by_dimension, cell, draws, seed_names=[STUDY, by_dimension])
        cells.append((by_dimension, f"_{cell}", starts))
    for experiment, cell, starts in cells:
        for activation in flow.activations:
            degrees = "_".join(map(str, activation.degrees))
            params = {**flow.model_dump(exclude={"activations"}), **activation.model_dump()}
            plan.train_from(experiment, f"degrees_{degrees}{cell}", name, params, starts)
    plan.evaluate(
        name,
        {"by_rank": plan.histories(by_rank), "by_dimension": plan.histories(by_dimension)},
        render_params={"exponent": flow.exponent},
    )


def _anisotropic(plan: Collector, settings: model.Anisotropic) -> None:
    name, flow = "anisotropic", settings.train
    starts = plan.starts(name, "starts", settings.generate)
    for spectrum in flow.spectra:
        params = {**flow.model_dump(exclude={"spectra"}), "spectrum": spectrum}
        plan.train_from(name, f"spectrum_{slug(spectrum)}", "anisotropic_flow", params, starts)
    plan.evaluate(name, {"histories": plan.histories(name)})
