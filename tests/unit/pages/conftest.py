"""Judged and pooled claims, and documents, for the tests of what is shown of them."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from compsparse.claims.band import Band
from compsparse.claims.documents import Documents
from compsparse.claims.judged import NOT_YET_EXPLAINED, JudgedClaim
from compsparse.claims.registry import Registry
from compsparse.verdicts.assembling import official
from compsparse.verdicts.official_claim import OfficialClaim
from tests.unit.claims.conftest import JUDGED, REGISTRY

Make = Callable[..., OfficialClaim]
AGAINST: dict[str, Any] = {
    "theory": 1.3,
    "deviation": -0.04,
    "low": -0.08,
    "high": -0.01,
    "verdict": "agrees",
}
FAR = {**AGAINST, "theory": 2.0, "deviation": -0.375, "low": -0.75, "high": 0.0}
FAR["verdict"] = "differs"


@pytest.fixture
def registry() -> Registry:
    """A study with one curve."""
    data: dict[str, Any] = copy.deepcopy(REGISTRY)
    data["sections"] = {"one": {"title": "One", "text": "How it is made."}}
    data["results"]["curve"] |= {"section": "one", "title": "The curve"}
    return Registry.model_validate(data)


@pytest.fixture
def judged_claim() -> Make:
    """Make a claim that holds in the run alone, with the given fields changed."""
    return lambda **changes: official(JudgedClaim.model_validate({**JUDGED, **changes}), {}, 0)


@pytest.fixture
def pooled_claim() -> Make:
    """Make a claim that was judged on four root seeds."""
    words = {0: "fails", 11: "holds", 12: "fails", 13: "holds", 14: "holds"}
    alone = {seed: {"verdict": verdict} for seed, verdict in words.items()}
    pooled = {"root_seeds": [11, 12, 13, 14], "alone": alone}
    return lambda **changes: OfficialClaim.model_validate({**JUDGED, **pooled, **changes})


@pytest.fixture
def claims(judged_claim: Make) -> list[OfficialClaim]:
    """Every verdict once, a check, and a regression bound that fails."""
    exact = {"kind": "exact", "value": 0.0, "low": 0.0, "high": 0.0, "seeds": 1}
    absent = {"value": None, "low": None, "high": None, "seeds": None}
    return [
        judged_claim(
            registered={"first": "0123abc", "last": "4567def"}, asymptotic=FAR, finite_size=AGAINST
        ),
        judged_claim(
            id="toy_curve_count",
            role="check",
            statement="Counts.",
            metric="toy_curve.count",
            accept=Band(equal=0.0),
            **exact,
        ),
        judged_claim(
            id="toy_curve_gap",
            statement="No gap.",
            accept=Band(low=-0.1, high=0.1),
            verdict="fails",
            why="The margin is narrow",
        ),
        judged_claim(
            id="toy_other_bend",
            metric="toy_other.bend",
            statement="It bends.",
            verdict="undecided",
            seeds_needed=17,
            why=NOT_YET_EXPLAINED,
            tests=["004_theorem_1"],
        ),
        judged_claim(
            id="toy_other_far",
            metric="toy_other.far",
            statement="Far out.",
            verdict="not testable",
            scale="paper",
            tests=["004_theorem_1"],
            **absent,
        ),
        judged_claim(
            id="toy_curve_pace", statement="Quick enough.", origin="prototype", verdict="fails"
        ),
    ]


@pytest.fixture
def documents() -> Documents:
    """A document with two statements of the toy, one of a study to come and one out of scope."""
    entry = {"kind": "figure", "place": "Figure 1", "statement": "A timing."}
    return Documents.model_validate(
        {
            "finished": ["toy"],
            "planned": ["later"],
            "documents": [
                {
                    "id": "004",
                    "title": "Factors",
                    "authors": "Four",
                    "reference": "a preprint",
                    "entries": [
                        {"id": "004_figure_1", "owner": "toy", **entry},
                        {"id": "004_theorem_1", "owner": "toy", **entry, "statement": "It bends."},
                        {"id": "004_figure_2", "owner": "later", **entry},
                        {
                            "id": "004_figure_3",
                            "owner": "out of scope",
                            "reason": "Needs a V100.",
                            **entry,
                        },
                    ],
                }
            ],
        }
    )
