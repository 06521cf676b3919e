"""Both sides of ``benchmarks/tickets`` do the same mathematics for students."""

import torch

from benchmarks.tickets.student import OwnStudents, PlainStudent, StudentCase

NETWORK = 3  # not the first: networks side by side must not be mixed up


def test_both_sides_agree_after_some_steps() -> None:
    case, students = StudentCase(), OwnStudents()
    plain = PlainStudent(students, NETWORK)
    weights = students.students.parameters.views["weights"]
    first = weights[NETWORK, 0].clone()
    batches = case.batches()
    for inputs, targets in batches[:5]:
        students.update(inputs, targets)
        plain.update(inputs[NETWORK, :, :-1], targets[NETWORK])
    kept = students.masks[NETWORK, 0]
    moved = (weights[NETWORK, 0] - first)[:, :-1]
    # each step of Adam is about the rate at first
    assert moved[kept].abs().mean() > 2e-3
    assert not moved[~kept].any()
    with torch.inference_mode():
        inputs = batches[5][0]
        found = students.students.predict(inputs)[NETWORK, 0]
        hidden = plain.hidden(inputs[NETWORK, :, :-1]).relu()
        wanted = plain.readout(hidden).squeeze(1)
    torch.testing.assert_close(found, wanted, atol=1e-4, rtol=1e-3)


def test_a_case_steps_on_both_sides() -> None:
    for step in StudentCase().sides().values():
        step()
