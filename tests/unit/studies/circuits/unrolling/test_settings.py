"""What the experiments on machines allow."""

from typing import Any, get_args

import pytest

from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.unrolling.plan import MachineName, Unrolling

GROUP: dict[str, Any] = {"machines": ["parity"], "lengths": [2, 4, 6]}


def settings(
    generate: dict[str, Any], evaluate: dict[str, Any], broken: dict[str, Any]
) -> Unrolling:
    return Unrolling.model_validate(
        {
            "machines": {
                "generate": {"kept": [2, 4], "measured": [GROUP], **generate},
                "evaluate": {"reference_lengths": [2], **evaluate},
            },
            "broken_pipeline": {"evaluate": {"lengths": [2], "machines": ["parity"], **broken}},
        }
    )


def test_names_are_those_of_the_library() -> None:
    assert get_args(MachineName) == tuple(PROGRAMS)
    assert settings({}, {}, {}).machines.generate.machines == ["parity"]


@pytest.mark.parametrize(
    ("generate", "evaluate", "broken", "message"),
    [
        ({"measured": [{**GROUP, "lengths": [2, 6, 4]}]}, {}, {}, "increasing order"),
        ({"measured": [{**GROUP, "lengths": [2, 3, 4]}]}, {}, {}, "multiple of 2"),
        ({"measured": [GROUP, GROUP]}, {}, {}, "'parity' is in several"),
        ({"kept": [2, 18]}, {}, {}, "less than or equal to 16"),
        ({}, {"reference_lengths": [6]}, {}, "6 is not"),
        ({}, {}, {"lengths": [2, 18]}, "less than or equal to 16"),
        ({}, {}, {"machines": ["collatz"]}, "palindrome"),
    ],
)
def test_what_cannot_be_done_is_refused(
    generate: dict[str, Any], evaluate: dict[str, Any], broken: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        settings(generate, evaluate, broken)
