"""Jobs on the mechanism of the proof sketch (document 003, part I)."""

from typing import Any

from compsparse.studies.emergence.collector import Collector
from compsparse.studies.emergence.mechanism import settings as model


def collect(plan: Collector, settings: model.Mechanism) -> None:
    """Add the jobs of this theme."""
    _decoupling(plan, settings.decoupling)
    _deflation(plan, settings.deflation)
    _all_tasks(plan, settings.all_tasks, settings.deflation)
    _sgd_against_flow(plan, settings.sgd_against_flow)


def _decoupling(plan: Collector, settings: model.Decoupling) -> None:
    name = "decoupling"
    starts = plan.starts(name, "default", settings.generate)
    histories = {
        law: plan.train_from(name, law, "flow.population_flow", _flow(settings.train, law), starts)
        for law in ("coupled", "decoupled")
    }
    plan.evaluate(name, histories, {"exponent": settings.train.exponent})


def _deflation(plan: Collector, settings: model.Deflation) -> None:
    name = "deflation"
    starts = plan.starts(name, "default", settings.generate)
    histories: dict[str, list[str]] = {"with_deflation": [], "without_deflation": []}
    for law, made in zip(("coupled", "without_deflation"), histories.values(), strict=True):
        for width in settings.train.widths:
            params = {**_flow(settings.train, law), "neurons": width}
            made.append(
                plan.train_from(
                    name, f"{law}_neurons_{width}", "flow.population_flow", params, starts
                )
            )
    watched = settings.train.model_dump(exclude={"widths", "times"}) | settings.watch.model_dump()
    winners = plan.train_from(
        name, f"winners_neurons_{settings.watch.neurons}", "winner_overlaps", watched, starts
    )
    plan.evaluate(name, {**histories, "winners": winners}, {"widths": settings.train.widths})


def _all_tasks(plan: Collector, settings: model.AllTasks, widths: model.Deflation) -> None:
    name, chain = "all_tasks", settings.train
    params = {
        **chain.model_dump(exclude={"dimension"}),
        "dimensions": [chain.dimension],
        "scale_step": True,
        "start": "fixed",  # the same for all amplitudes, whose effect is asked for
    }
    counted = plan.train_from(name, "single_direction", "single_index", params)
    # the students that are trained by the flow with deflation
    flows = [
        plan.histories("deflation", f"coupled_neurons_{width}")[0] for width in widths.train.widths
    ]
    plan.evaluate(
        name,
        {"flows": flows, "chain": counted},
        {
            "widths": widths.train.widths,
            "order": chain.order,
            "longest": chain.longest,
            "step_constant": chain.step_constant,
            **settings.evaluate.model_dump(),
        },
    )


def _sgd_against_flow(plan: Collector, settings: model.SGDAgainstFlow) -> None:
    name = "sgd_against_flow"
    flows, onlines = [], []
    for pair in settings.pairs:
        cell = f"order_{pair.flow.order}"
        starts = plan.starts(name, cell, pair.generate)
        flow = {
            **pair.flow.model_dump(),
            "exponent": settings.exponent,
            "law": "coupled",
            "neurons": None,
            "keep_alignment": True,
        }
        online = {**pair.online.model_dump(), "exponent": settings.exponent, "neurons": None}
        flows.append(plan.train_from(name, f"{cell}_flow", "flow.population_flow", flow, starts))
        onlines.append(plan.train_from(name, f"{cell}_online", "online.online_sgd", online, starts))
    plan.evaluate(
        name,
        {"flows": flows, "onlines": onlines},
        {
            "orders": [pair.flow.order for pair in settings.pairs],
            "step_sizes": [pair.online.step_size for pair in settings.pairs],
        },
    )


def _flow(settings: model.PowerLawFlow, law: str) -> dict[str, Any]:
    return {
        **settings.model_dump(exclude={"widths"}),
        "law": law,
        "neurons": None,
        "keep_alignment": False,
    }
