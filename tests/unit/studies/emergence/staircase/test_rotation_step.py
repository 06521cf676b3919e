import numpy as np
import pytest

from compsparse.studies.emergence.staircase.rotation_step import rotation_step


def unit_vectors() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    generator = np.random.default_rng(5)
    whole = generator.standard_normal((6, 4))
    whole /= np.linalg.norm(whole, axis=1, keepdims=True)
    force = np.concatenate([generator.standard_normal((6, 3)), np.zeros((6, 1))], axis=1)
    return whole, (whole[:, 3] ** 2), force


def test_it_is_the_limit_of_many_small_steps() -> None:
    whole, beside, force = unit_vectors()
    turned, rest = rotation_step(whole[:, :3], beside, force[:, :3], 0.7)
    for _ in range(20_000):
        whole = whole + 0.7 / 20_000 * (force - (whole * force).sum(1, keepdims=True) * whole)
    np.testing.assert_allclose(turned, whole[:, :3], atol=1e-4)
    np.testing.assert_allclose(rest, whole[:, 3] ** 2, atol=1e-4)


def test_two_steps_are_one_of_their_length_together() -> None:
    whole, beside, force = unit_vectors()
    once = rotation_step(whole[:, :3], beside, force[:, :3], 0.9)
    twice = rotation_step(
        *rotation_step(whole[:, :3], beside, force[:, :3], 0.4), force[:, :3], 0.5
    )
    for single, double in zip(once, twice, strict=True):
        np.testing.assert_allclose(single, double, atol=1e-14)


def test_vectors_stay_units_and_end_along_the_force_however_long_the_step() -> None:
    whole, beside, force = unit_vectors()
    turned, rest = rotation_step(whole[:, :3], beside, force[:, :3], 1e9)
    np.testing.assert_allclose((turned**2).sum(axis=1) + rest, 1.0)
    ends = force[:, :3] / np.linalg.norm(force, axis=1, keepdims=True)
    np.testing.assert_allclose(turned, ends, atol=1e-10)
    stays, _ = rotation_step(turned, rest, force[:, :3], 1e9)
    np.testing.assert_allclose(stays, turned, atol=1e-10)


def test_without_a_force_nothing_moves() -> None:
    whole, beside, _ = unit_vectors()
    turned, rest = rotation_step(whole[:, :3], beside, np.zeros((6, 3)), 3.0)
    np.testing.assert_allclose(turned, whole[:, :3])
    assert rest == pytest.approx(beside)
