"""Jobs on learning circuits as next tokens (Theorem 4)."""

from collections.abc import Mapping
from typing import Any

from compsparse.studies.circuits.next_token import settings as of
from compsparse.studies.circuits.next_token.budget import budget
from compsparse.studies.circuits.next_token.tasks import input_bits, machine_task
from workflow_engine.job_collector import JobCollector

_XORS = "parity"  # the task whose carries belong to no gate of its circuit
_KEPT = "multiplication"  # the task whose predictors approximate a real function


def collect(plan: JobCollector, settings: of.NextToken) -> None:
    """Add the jobs of this theme."""
    _samples_to_learn(plan, settings.samples_to_learn)
    _end_to_end(plan, settings.end_to_end)
    _failure_probability(plan, settings.failure_probability)
    _constituents(plan, settings.constituents)


def _samples_to_learn(plan: JobCollector, settings: of.SamplesToLearn) -> None:
    name, numbers = "samples_to_learn", settings.train.grid.numbers()
    draws = settings.generate
    sizes = {"runs": draws.runs, "training": numbers[-1], "held_out": draws.held_out}
    examples = {cell: _examples(plan, name, cell, **sizes) for cell in draws.tasks.cells()}
    for machine, length in draws.machines.cells():
        task = machine_task(machine)
        examples[task, length] = plan.generate(
            name,
            _cell(task, length),
            "machine_examples",
            {"machine": machine, "length": length, **sizes},
        )
    training = {**settings.train.model_dump(exclude={"grid"}), "sample_counts": numbers}
    curves = {
        (task, bits): plan.train(
            name,
            _cell(task, bits),
            "next_token_curve",
            {**training, "keep_weights": task == _KEPT},
            {"data": drawn},
        )
        for (task, bits), drawn in examples.items()
    }
    seen = {"curves": list(curves.values())}
    cells = {"cells": [list(cell) for cell in curves]}
    plan.evaluate(name, seen, {**cells, "target": settings.train.target})
    kept = [cell for cell in curves if cell[0] == _KEPT]
    plan.evaluate(
        "composed_error",
        {
            **seen,
            "examples": [examples[cell] for cell in kept],
            "products": [curves[cell] for cell in kept],
        },
        {
            **cells,
            "product_bits": [bits for _, bits in kept],
            "counted_bits": settings.counted_bits,
        },
    )


def _end_to_end(plan: JobCollector, settings: of.EndToEnd) -> None:
    name, train, draws = "end_to_end", settings.train, settings.generate
    examples, models = [], []
    for each in draws.tasks:
        largest = budget(
            each.samples, train.steps, max(each.times), input_bits(each.task, each.bits)
        )
        drawn = _examples(
            plan,
            name,
            (each.task, each.bits),
            runs=draws.runs + 1,  # one to choose rates and widths by
            training=train.selection + largest.samples,
            held_out=draws.held_out,
        )
        of_task = {"samples": each.samples, "times": each.times, "carryless": each.task == _XORS}
        examples.append(drawn)
        models.append(
            plan.train(
                name,
                _cell(each.task, each.bits),
                name,
                {**train.model_dump(), **of_task},
                {"data": drawn},
            )
        )
    plan.evaluate(
        name,
        {"examples": examples, "models": models},
        {"tasks": [each.model_dump() for each in draws.tasks], "steps": train.steps},
    )


def _failure_probability(plan: JobCollector, settings: of.FailureProbability) -> None:
    name, numbers = "failure_probability", settings.train.grid.numbers()
    cells = settings.generate.tasks.cells()
    training: Mapping[str, Any] = {
        **settings.train.model_dump(exclude={"grid"}),
        "sample_counts": numbers,
        "target": None,
        "keep_weights": False,
    }
    # all inputs are tested
    sizes = {"runs": settings.generate.runs, "training": numbers[-1], "held_out": None}
    curves = []
    for task, bits in cells:
        drawn = _examples(plan, name, (task, bits), **sizes)
        curves.append(
            plan.train(name, _cell(task, bits), "next_token_curve", training, {"data": drawn})
        )
    plan.evaluate(
        name,
        {"curves": curves},
        {"cells": [list(cell) for cell in cells], **settings.evaluate.model_dump()},
    )


def _constituents(plan: JobCollector, settings: of.Constituents) -> None:
    name, draws = "constituents", settings.generate
    pairs = [[reads, bits] for reads in draws.reads for bits in draws.bits]
    coverage = plan.generate(
        name,
        "tables",
        "pattern_coverage",
        {"cells": [*pairs, *([bits, bits] for bits in draws.tables)], "runs": draws.runs},
    )
    programs = [
        _examples(plan, name, ("parity", bits), runs=draws.runs, training=draws.samples, held_out=0)
        for bits in draws.parities
    ]
    plan.evaluate(name, {"coverage": coverage, "programs": programs})


def _examples(
    plan: JobCollector, experiment: str, cell: tuple[str, int], **draws: int | None
) -> str:
    task, bits = cell
    params = {"task": task, "bits": bits, **draws}
    return plan.generate(experiment, _cell(task, bits), "token_examples", params)


def _cell(task: str, bits: int) -> str:
    return f"{task}_{bits}"
