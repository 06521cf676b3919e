"""Teachers: their graphs, their values, and what is refused."""

import numpy as np
import pytest

from compsparse.studies.tickets.teacher.teacher import KINDS, draw_teacher, idle_inputs

D = 8


def random() -> np.random.Generator:
    return np.random.default_rng(3)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("arity", "number"), [(1, 4), (3, 2), (D, 3)])
def test_a_constituent_reads_its_arity(kind: str, arity: int, number: int) -> None:
    teacher = draw_teacher({"kind": kind, "arity": arity, "constituents": number}, D, random())
    assert teacher.edges.sum(axis=1).tolist() == [arity] * number
    sizes = np.abs(teacher.weights[teacher.edges]) * arity**0.5
    assert ((sizes >= 1) & (sizes <= 1.5)).all()


def test_values_change_with_inputs_that_are_read_and_with_no_others() -> None:
    teacher = draw_teacher({"kind": "sine", "graph": [[0, 2], [5]]}, D, random())
    points = random().standard_normal((20, D))
    for at in range(D):
        moved = points.copy()
        moved[:, at] += 0.5
        changed = not np.array_equal(teacher(moved), teacher(points))
        assert changed == (at in (0, 2, 5))


def test_values_of_a_known_teacher() -> None:
    points = np.array([[1.0, -1.0], [0.0, 2.0]])
    found = {}
    for kind in KINDS:
        teacher = draw_teacher({"kind": kind, "graph": [[0], [1]]}, 2, random())
        sums = points @ teacher.weights.T - 0.3
        found[kind] = teacher(points), sums
    relu, sums = found["relu"]
    assert relu == pytest.approx(np.maximum(sums, 0) @ [1, -1])
    absolute, sums = found["absolute"]
    assert absolute == pytest.approx(np.abs(sums) @ [1, -1])
    sine, sums = found["sine"]
    assert sine == pytest.approx(np.sin(sums) @ [1, -1])


def test_a_table_is_read_in_the_order_that_is_given() -> None:
    teacher = draw_teacher({"table": "0100", "reads": [3, 1]}, 4, random())
    # 1 at pattern 01: input 3 is 0 and input 1 is 1
    points = np.array([[9, 1, 9, -1], [9, -1, 9, 1], [9, 1, 9, 1], [9, -1, 9, -1]], dtype=float)
    assert teacher(points).tolist() == [1, -1, -1, -1]
    assert teacher.boolean
    assert teacher.edges.tolist() == [[False, True, False, True]]


def test_copies_are_the_first_constituent() -> None:
    teacher = draw_teacher({"kind": "relu", "arity": 2, "constituents": 4}, D, random())
    points = random().standard_normal((5, D))
    first = np.maximum(points @ teacher.weights[0] - 0.3, 0)
    assert teacher.of_copies()(points) == pytest.approx(4 * first)


@pytest.mark.parametrize(
    ("table", "idle"), [("0110", []), ("0011", [1]), ("0101", [0]), ("0000", [0, 1])]
)
def test_idle_inputs(table: str, idle: list[int]) -> None:
    assert idle_inputs(table) == idle


@pytest.mark.parametrize(
    ("description", "words"),
    [
        ({"kind": "cube", "arity": 2, "constituents": 1}, "'cube' is unknown"),
        ({"kind": "relu", "arity": 9, "constituents": 1}, "arity is 9; allowed: 1 to 8"),
        ({"kind": "relu", "arity": 0, "constituents": 1}, "arity is 0"),
        ({"kind": "relu", "graph": [[0, 8]]}, r"reads \[0, 8\]; allowed"),
        ({"kind": "relu", "graph": [[1, 1]]}, r"reads \[1, 1\]; allowed"),
        ({"table": "011", "reads": [0, 1]}, "has 3 values; 2 inputs have 4"),
        ({"table": "0021", "reads": [0, 1]}, "each with a 0 or 1"),
        ({"table": "0011", "reads": [4, 6]}, r"does not change with its inputs \[6\]"),
    ],
)
def test_teachers_that_cannot_be(description: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        draw_teacher(description, D, random())
