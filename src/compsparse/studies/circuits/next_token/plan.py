"""Jobs on learning circuits as next tokens (Theorem 4)."""

from dataclasses import asdict

from compsparse.studies.circuits.next_token import settings as sections
from compsparse.studies.circuits.next_token.examples import Draws
from compsparse.studies.circuits.next_token.tasks import budget, input_bits, machine_task
from workflow_engine.job_collector import JobCollector

_XORS = "parity"  # the task whose carries are not gates of its circuit
_KEPT = "multiplication"  # the task whose predictors approximate a real function


def collect(plan: JobCollector, settings: sections.NextToken) -> None:
    """Add the jobs of this theme."""
    _samples_to_learn(plan, settings.samples_to_learn)
    _end_to_end(plan, settings.end_to_end)
    _failure_probability(plan, settings.failure_probability)
    _constituents(plan, settings.constituents.generate)


def _samples_to_learn(plan: JobCollector, settings: sections.SamplesToLearn) -> None:
    experiment, train, draws = "samples_to_learn", settings.train, settings.generate
    numbers = train.grid.numbers()
    sizes = Draws(draws.runs, numbers[-1], draws.held_out)
    examples = {
        cell: _token_examples(plan, experiment, *cell, sizes) for cell in draws.tasks.cells()
    }
    for machine, length in draws.machines.cells():
        task = machine_task(machine)
        examples[task, length] = plan.generate(
            experiment,
            _cell(task, length),
            "compsparse.studies.circuits.next_token.generate_machine_examples",
            {"machine": machine, "length": length, **asdict(sizes)},
        )
    curves = {
        (task, bits): _curve(
            plan,
            experiment,
            _cell(task, bits),
            drawn,
            train,
            target=train.target,
            keep_weights=task == _KEPT,
        )
        for (task, bits), drawn in examples.items()
    }
    cells = [list(cell) for cell in curves]
    plan.evaluate(
        "compsparse.studies.circuits.next_token.evaluate_samples_to_learn",
        {"curves": list(curves.values())},
        {"cells": cells, "target": train.target},
        render="compsparse.studies.circuits.next_token.render_samples_to_learn",
    )
    kept = [cell for cell in curves if cell[0] == _KEPT]
    plan.evaluate(
        "compsparse.studies.circuits.next_token.evaluate_composed_error",
        {
            "curves": list(curves.values()),
            "examples": [examples[cell] for cell in kept],
            "products": [curves[cell] for cell in kept],
        },
        {
            "cells": cells,
            "product_bits": [bits for _, bits in kept],
            "counted_bits": settings.counted_bits,
        },
        render="compsparse.studies.circuits.next_token.render_composed_error",
    )


def _end_to_end(plan: JobCollector, settings: sections.EndToEnd) -> None:
    train, draws = settings.train, settings.generate
    examples, models = [], []
    for task in draws.tasks:
        bits = input_bits(task.task, task.bits)
        largest = budget(task.samples, train.steps, max(task.times), bits)
        drawn = _token_examples(
            plan,
            "end_to_end",
            task.task,
            task.bits,
            # the last run serves for validation
            Draws(draws.runs + 1, train.selection + largest.samples, draws.held_out),
        )
        examples.append(drawn)
        models.append(
            plan.train(
                "end_to_end",
                _cell(task.task, task.bits),
                "compsparse.studies.circuits.next_token.train_end_to_end",
                {
                    **train.model_dump(),
                    "samples": task.samples,
                    "times": task.times,
                    "carryless": task.task == _XORS,
                },
                {"data": drawn},
            )
        )
    plan.evaluate(
        "compsparse.studies.circuits.next_token.evaluate_end_to_end",
        {"examples": examples, "models": models},
        {"tasks": [task.model_dump() for task in draws.tasks], "steps": train.steps},
        render="compsparse.studies.circuits.next_token.render_end_to_end",
    )


def _failure_probability(plan: JobCollector, settings: sections.FailureProbability) -> None:
    experiment, train = "failure_probability", settings.train
    cells = settings.generate.tasks.cells()
    sizes = Draws(settings.generate.runs, train.grid.numbers()[-1], held_out=None)
    curves = [
        _curve(
            plan,
            experiment,
            _cell(task, bits),
            _token_examples(plan, experiment, task, bits, sizes),
            train,
            target=None,
            keep_weights=False,
        )
        for task, bits in cells
    ]
    plan.evaluate(
        "compsparse.studies.circuits.next_token.evaluate_failure_probability",
        {"curves": curves},
        {"cells": [list(cell) for cell in cells], **settings.evaluate.model_dump()},
        render="compsparse.studies.circuits.next_token.render_failure_probability",
    )


def _constituents(plan: JobCollector, draws: sections.Coverage) -> None:
    pairs = [[reads, bits] for reads in draws.reads for bits in draws.bits]
    coverage = plan.generate(
        "constituents",
        "tables",
        "compsparse.studies.circuits.next_token.generate_pattern_coverage",
        {"cells": [*pairs, *([bits, bits] for bits in draws.tables)], "runs": draws.runs},
    )
    sizes = Draws(draws.runs, draws.samples, held_out=0)
    programs = [
        _token_examples(plan, "constituents", "parity", bits, sizes) for bits in draws.parities
    ]
    plan.evaluate(
        "compsparse.studies.circuits.next_token.evaluate_constituents",
        {"coverage": coverage, "programs": programs},
        render="compsparse.studies.circuits.next_token.render_constituents",
    )


def _token_examples(plan: JobCollector, experiment: str, task: str, bits: int, draws: Draws) -> str:
    return plan.generate(
        experiment,
        _cell(task, bits),
        "compsparse.studies.circuits.next_token.generate_token_examples",
        {"task": task, "bits": bits, **asdict(draws)},
    )


def _curve(
    plan: JobCollector,
    experiment: str,
    cell: str,
    examples: str,
    train: sections.CurveTraining,
    *,
    target: float | None,
    keep_weights: bool,
) -> str:
    return plan.train(
        experiment,
        cell,
        "compsparse.studies.circuits.next_token.train_next_token_curve",
        {
            **train.model_dump(exclude={"grid"}),
            "sample_counts": train.grid.numbers(),
            "target": target,
            "keep_weights": keep_weights,
        },
        {"data": examples},
    )


def _cell(task: str, bits: int) -> str:
    return f"{task}_{bits}"
