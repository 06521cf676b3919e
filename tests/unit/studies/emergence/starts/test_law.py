"""Starts drawn without d-dimensional vectors have the law of normalized Gaussian vectors."""

import numpy as np
from scipy.stats import ks_2samp

from compsparse.studies.emergence.starts.law import draw_coordinates, draw_teacher_overlaps


def gaussian_neurons(generator: np.random.Generator, neurons: int, dimension: int) -> np.ndarray:
    vectors = generator.standard_normal((neurons, dimension))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def test_neurons_are_unit_vectors() -> None:
    coordinates = draw_coordinates(np.random.default_rng(0), 7, 3, 12)
    assert coordinates.shape == (7, 10)
    np.testing.assert_allclose((coordinates**2).sum(axis=1), 1.0)


def test_overlaps_have_the_law_of_gaussian_vectors() -> None:
    generator = np.random.default_rng(1)
    direct = [gaussian_neurons(generator, 3, 9) for _ in range(2000)]
    drawn = [draw_coordinates(generator, 3, 2, 9) for _ in range(2000)]
    fast = draw_teacher_overlaps(generator, 2000, 2, 9)
    teacher = ks_2samp([u[0, 0] for u in direct], [u[0, 0] for u in drawn])
    alone = ks_2samp([u[0, 0] for u in direct], fast[:, 0])
    between = ks_2samp([u[1] @ u[2] for u in direct], [u[1] @ u[2] for u in drawn])
    # seeds are fixed, so this does not flicker; a wrong number of degrees of freedom fails it
    assert min(teacher.pvalue, alone.pvalue, between.pvalue) > 0.05
    wrong = draw_teacher_overlaps(generator, 2000, 2, 6)
    assert ks_2samp([u[0, 0] for u in direct], wrong[:, 0]).pvalue < 1e-4


def test_a_wider_student_begins_with_the_neurons_of_a_narrower_one() -> None:
    narrow = draw_teacher_overlaps(np.random.default_rng(2), 3, 4, 50)
    wide = draw_teacher_overlaps(np.random.default_rng(2), 8, 4, 50)
    np.testing.assert_array_equal(wide[:3], narrow)
