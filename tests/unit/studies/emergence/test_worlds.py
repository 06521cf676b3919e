"""Worlds: which trainings they touch, and what they take away there."""

from functools import cache
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from compsparse.studies.emergence import plan, worlds
from compsparse.studies.emergence.crossings import first_crossing
from compsparse.studies.emergence.edge_cases.quadratic_flow import factor_step
from compsparse.studies.emergence.edge_cases.quadratic_neurons import neuron_step
from compsparse.studies.emergence.flow.forces import coupled, without_deflation
from compsparse.studies.emergence.flow.integrate import integrate
from compsparse.studies.emergence.flow.population import population_loss
from compsparse.studies.emergence.online.gradient import loss_gradient
from compsparse.studies.emergence.online.training import train
from compsparse.studies.emergence.staircase.isolated_neuron import emergence_time
from compsparse.studies.emergence.starts.law import draw_coordinates
from compsparse.studies.emergence.teacher import PowerLawTeacher
from workflow_engine.configuration.load import load
from workflow_engine.configuration.scales import SCALES
from workflow_engine.provenance.job import Job

PARAMS = Path(__file__).resolve().parents[4] / "params.yaml"
WORLDS = tuple(world for world in get_args(worlds.World) if world != "none")


@cache
def settings(scale: str) -> Any:
    return load(PARAMS, {"scale": scale}).settings["emergence"]


@cache
def jobs(scale: str, world: worlds.World | None) -> list[Job]:
    changes = {} if world is None else {"world": world}
    return plan.jobs(settings(scale).model_copy(update=changes), 0, scale)


def without_world(job: Job) -> dict[str, Any]:
    params = {name: value for name, value in job.params.items() if name != "world"}
    return {**vars(job), "params": params}


@pytest.mark.parametrize("scale", SCALES)
def test_without_a_world_no_job_knows_of_worlds(scale: str) -> None:
    assert jobs(scale, None) == jobs(scale, "none")
    assert all("world" not in job.params for job in jobs(scale, "none"))


@pytest.mark.parametrize("world", WORLDS)
def test_a_world_adds_its_name_to_trainings_and_changes_nothing_else(world: worlds.World) -> None:
    base, changed = jobs("default", None), jobs("default", world)
    assert [vars(job) for job in base] == [without_world(job) for job in changed]
    touched = [job for job in changed if "world" in job.params]
    assert {job.step for job in touched} == {"train"}
    assert {job.params["world"] for job in touched} == {world}


def test_identity_touches_all_that_any_world_touches() -> None:
    def touched(world: worlds.World) -> set[tuple[str, str]]:
        return {
            (job.wildcards["experiment"], job.wildcards["cell"])
            for job in jobs("default", world)
            if "world" in job.params
        }

    every = {world: touched(world) for world in WORLDS}
    assert every["identity"] == set().union(*every.values())
    assert ("search_phase", "order_3") in every["order_2"] - every["equal_amplitudes"]
    assert ("search_phase", "order_2") not in every["identity"]
    assert ("quadratic_exponents", "exponent_1") in every["equal_amplitudes"] - every["order_2"]


def test_equal_amplitudes_have_the_total_and_the_tail_of_the_power_law() -> None:
    true, equal = worlds.teacher("none", 0.75, 16), worlds.teacher("equal_amplitudes", 0.75, 16)
    np.testing.assert_allclose(true.amplitudes, PowerLawTeacher(0.75, 16).amplitudes)
    assert np.ptp(equal.amplitudes) == 0
    assert (equal.amplitudes**2).sum() == pytest.approx((true.amplitudes**2).sum())
    assert equal.tail == true.tail


def test_single_samples_are_for_whole_students_alone() -> None:
    assert worlds.batch_size("single_samples", 64) == 1
    assert worlds.batch_size("order_2", 64) == 64
    assert worlds.extra_params("single_samples", {"samples": 8}, whole_student=True)
    assert not worlds.extra_params("single_samples", {"order": 3}, whole_student=True)


def test_steps_grow_around_the_same_mean() -> None:
    def final(growth: float, step_size: float) -> np.ndarray:
        start = np.random.default_rng(5).standard_normal((1, 4, 8)) * 0.05
        random = [np.random.default_rng(9)]
        made = train(3, np.array([0.9]), start, random, 4, step_size, [2], growth=growth)
        return made.loss

    assert worlds.step_growth("growing_steps") == 0.5
    assert worlds.step_growth("none") == 0
    np.testing.assert_array_equal(final(0.0, 0.01), final(0.0, 0.01))
    assert not np.array_equal(final(0.0, 0.01), final(0.5, 0.01))
    # what all steps add up to is that of a constant step
    passed = (np.arange(400) + 0.5) / 400
    assert (1.5 * passed**0.5).mean() == pytest.approx(1, rel=1e-4)


def test_the_same_step_is_that_of_the_weakest_direction() -> None:
    assert worlds.step_excess("same_step", 4.0) == 1
    assert worlds.step_excess("none", 4.0) == 4
    assert worlds.suited_amplitude("same_step", 0.9, [0.9, 0.2]) == 0.2
    assert worlds.suited_amplitude("none", 0.9, [0.9, 0.2]) == 0.9
    assert worlds.extra_params("same_step", {"scale_step": True}, whole_student=False)
    assert not worlds.extra_params("same_step", {"samples": 8}, whole_student=True)


def test_only_the_lowest_degree_becomes_2() -> None:
    assert worlds.trained_order("order_2", 4) == 2
    assert worlds.trained_order("identity", 4) == 4
    assert worlds.trained_degrees("order_2", {3: 0.25, 4: 0.75}) == {2: 0.25, 4: 0.75}
    assert worlds.trained_degrees("none", {3: 0.25, 4: 0.75}) == {3: 0.25, 4: 0.75}


def test_the_loss_without_competition_counts_all_neurons() -> None:
    teacher = PowerLawTeacher(1.0, 4)
    start = draw_coordinates(np.random.default_rng(3), 12, 4, 1000)
    history = integrate(without_deflation, 4, teacher.amplitudes, start, 1e-6, 3000.0, 0.02)
    # every neuron has found a direction, so that overlaps with the teacher are all there is
    assert ((history.overlaps**2).max(axis=1) > 0.999).all()
    gram = history.overlaps @ history.overlaps.T
    expected = population_loss(4, teacher.amplitudes, history.overlaps, gram, history.strengths)
    assert history.loss[-1] == pytest.approx(expected, rel=1e-3)
    assert history.loss[-1] > (teacher.amplitudes**2).sum()


def test_the_flow_of_order_2_aligns_a_lonely_neuron_when_theory_says() -> None:
    start = np.array([[1e-3, np.sqrt(1 - 1e-6)]])
    expected = float(emergence_time(2, np.array(0.5), np.array(1e-3)))
    history = integrate(coupled, 2, np.array([0.5]), start, 1e-9, 2 * expected, 0.005)
    crossed = first_crossing(history.time, history.alignment, 0.5)
    assert crossed[0] == pytest.approx(expected, rel=0.03)


def test_gradients_without_competition_are_those_of_neurons_alone() -> None:
    generator = np.random.default_rng(1)
    weights = generator.standard_normal((2, 3, 6))
    inputs, labels = generator.standard_normal((2, 5, 6)), generator.standard_normal((2, 5))
    alone = [loss_gradient(3, weights[:, [i]], inputs, labels) for i in range(3)]
    together = loss_gradient(3, weights, inputs, labels, compete=False)
    np.testing.assert_allclose(together, np.concatenate(alone, axis=1))
    assert not np.allclose(together, loss_gradient(3, weights, inputs, labels))


def test_quadratic_steps_without_competition_are_those_of_neurons_alone() -> None:
    weights = np.random.default_rng(2).standard_normal((3, 4))
    amplitudes, spectrum = np.array([0.9, 0.5, 0.1, 0.0]), np.array([1.0, 0.7, 0.5, 0.2])
    rows = [weights[[i]] for i in range(3)]
    alone = [neuron_step(row, amplitudes, spectrum, 0.3) for row in rows]
    together = neuron_step(weights, amplitudes, spectrum, 0.3, compete=False)
    np.testing.assert_allclose(together, np.concatenate(alone))
    alone = [factor_step(row, amplitudes, 0.3) for row in rows]
    together = factor_step(weights, amplitudes, 0.3, compete=False)
    np.testing.assert_allclose(together, np.concatenate(alone))
    assert not np.allclose(together, factor_step(weights, amplitudes, 0.3))
