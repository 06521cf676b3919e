"""Teachers: their graphs, their values, and what is refused."""

from typing import get_args

import numpy as np
import pytest

from compsparse.studies.tickets.teacher.teacher import (
    DrawnGraph,
    GivenGraph,
    GivenTable,
    Kind,
    draw_teacher,
    irrelevant_inputs,
)

D = 8
KINDS = get_args(Kind)


def random() -> np.random.Generator:
    return np.random.default_rng(3)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("arity", "number"), [(1, 4), (3, 2), (D, 3)])
def test_a_constituent_reads_its_arity(kind: Kind, arity: int, number: int) -> None:
    teacher = draw_teacher(DrawnGraph(kind, arity, number), D, random())
    assert teacher.edges.sum(axis=1).tolist() == [arity] * number
    sizes = np.abs(teacher.weights[teacher.edges]) * arity**0.5
    assert ((sizes >= 1) & (sizes <= 1.5)).all()


def test_values_change_with_inputs_that_are_read_and_with_no_others() -> None:
    teacher = draw_teacher(GivenGraph("sine", [[0, 2], [5]]), D, random())
    points = random().standard_normal((20, D))
    for place in range(D):
        moved = points.copy()
        moved[:, place] += 0.5
        changed = not np.array_equal(teacher(moved), teacher(points))
        assert changed == (place in (0, 2, 5))


def test_values_of_a_known_teacher() -> None:
    points = np.array([[1.0, -1.0], [0.0, 2.0]])
    found = {}
    for kind in KINDS:
        teacher = draw_teacher(GivenGraph(kind, [[0], [1]]), 2, random())
        sums = points @ teacher.weights.T - 0.3
        found[kind] = teacher(points), sums
    relu, sums = found["relu"]
    assert relu == pytest.approx(np.maximum(sums, 0) @ [1, -1])
    absolute, sums = found["absolute"]
    assert absolute == pytest.approx(np.abs(sums) @ [1, -1])
    sine, sums = found["sine"]
    assert sine == pytest.approx(np.sin(sums) @ [1, -1])


def test_a_table_is_read_in_the_order_that_is_given() -> None:
    teacher = draw_teacher(GivenTable("0100", [3, 1]), 4, random())
    # 1 at pattern 01: input 3 is 0 and input 1 is 1
    points = np.array([[9, 1, 9, -1], [9, -1, 9, 1], [9, 1, 9, 1], [9, -1, 9, -1]], dtype=float)
    assert teacher(points).tolist() == [1, -1, -1, -1]
    assert teacher.boolean
    assert teacher.edges.tolist() == [[False, True, False, True]]


def test_copies_are_the_first_constituent() -> None:
    teacher = draw_teacher(DrawnGraph("relu", 2, 4), D, random())
    points = random().standard_normal((5, D))
    first = np.maximum(points @ teacher.weights[0] - 0.3, 0)
    assert teacher.with_equal_constituents()(points) == pytest.approx(4 * first)


@pytest.mark.parametrize(
    ("table", "irrelevant"), [("0110", []), ("0011", [1]), ("0101", [0]), ("0000", [0, 1])]
)
def test_irrelevant_inputs(table: str, irrelevant: list[int]) -> None:
    assert irrelevant_inputs(table) == irrelevant
