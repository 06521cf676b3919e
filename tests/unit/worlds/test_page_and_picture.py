"""What docs/worlds.md and the site say on worlds, and what the picture draws."""

import xml.etree.ElementTree as ElementTree

import pytest

from compsparse.claims.judge import judge_claim
from compsparse.claims.measurement import Metrics
from compsparse.claims.registry import Registry
from compsparse.pages.worlds_page import worlds_page
from compsparse.pages.worlds_summary import by_world, failing
from compsparse.site.worlds_details import worlds_details
from compsparse.site.worlds_picture import COLORS, world_picture
from compsparse.verdicts.assembling import official
from compsparse.verdicts.official_claim import Found, OfficialClaim
from compsparse.verdicts.tables import in_worlds
from compsparse.worlds.registry import expectations
from workflow_engine.configuration.worlds import World, Worlds

SVG = "{http://www.w3.org/2000/svg}"
WORLDS = Worlds(
    study="toy",
    worlds={
        "flat": World(takes_away="The slope.", fails=["toy_curve_slope"]),
        "bent": World(
            gives="a line that bends",
            set={"curve.slope": 0},
            fails=["toy_curve_slope"],
            holds=["toy_other_slope"],
        ),
    },
)
# curve: fails as expected, then is spared; other: never fails, and once should have held; the
# check fails once
VERDICTS = {
    "toy_curve_slope": ("holds", "fails", "holds"),
    "toy_curve_count": ("holds", "fails", "not measured"),
    "toy_other_slope": ("holds", "not touched", "undecided"),
}


@pytest.fixture
def claims(registry: Registry, base: Metrics) -> list[OfficialClaim]:
    """The claims of a run with what came of them in three worlds."""
    measured = {"value": 1.5, "low": 1.0, "high": 2.0, "seeds": 4, "apart": False}
    return [
        official(
            judge_claim(claim, registry, base, "smoke"),
            {},
            0,
            {
                world: {
                    "verdict": verdict,
                    "expected": expectations(WORLDS)[world].get(claim.id),
                    **measured,
                }
                for world, verdict in zip(
                    ("identity", "flat", "bent"), VERDICTS[claim.id], strict=True
                )
            },
        )
        for claim in registry.claims
    ]


def changed(claims: list[OfficialClaim], name: str, **changes: object) -> list[OfficialClaim]:
    """Return the claims with one of them changed."""
    return [c.model_copy(update=changes) if c.id == name else c for c in claims]


def test_claims_are_sorted_by_what_came_of_them(claims: list[OfficialClaim]) -> None:
    table = in_worlds(claims)
    ids = [claim.id for claim in claims if claim.is_evidence]
    assert ids == ["toy_curve_slope", "toy_other_slope"]
    flat, bent = by_world(table, ids)
    assert (flat.as_expected, flat.spared, flat.touched) == (ids[:1], [], ids[:1])
    assert (bent.spared, bent.holds, bent.undecided) == (ids[:1], ids[:1], ids[1:])
    assert (bent.held, bent.not_held, bent.unexpected) == ([], ids[1:], [])
    assert failing(table) == {"toy_curve_slope", "toy_curve_count"}
    assert [c.id for c in claims if not c.can_fail] == ["toy_other_slope"]
    # what the run itself refutes can fail; what it cannot test was not tried
    for verdict in ("fails", "not testable"):
        alone = {0: Found(verdict=verdict)}
        assert all(c.can_fail for c in changed(claims, "toy_other_slope", alone=alone))


def test_the_page_tells_of_each_world(claims: list[OfficialClaim]) -> None:
    page = worlds_page({"toy": claims}, {"toy": WORLDS})
    assert "| toy | 2 | 1 of 2 | 1 of 2 | 0 of 0 | 1 of 2 | 0 of 1 | 0 |" in page
    page = worlds_details({"toy": claims}, {"toy": WORLDS})
    assert "| flat | The slope. | 1 | 1 | 1 | 0 | 0 | 0 | 0 | 0 of 0 |" in page
    assert "| bent | Gives a line that bends | 2 | 0 | 0 | 1 | 1 | 0 | 1 | 0 of 1 |" in page
    bent = page[page.index("### toy: bent") :]
    assert (
        "| toy_curve_slope | should have failed | holds | holds "
        "| 1.5 [1, 2] (4), not apart from the run |"
    ) in bent
    assert "| toy_other_slope | should have held | holds | undecided |" in bent
    assert "### toy: failing claims that are not shown able to hold\n\nNone.\n" in page
    never = page[page.index("### toy: claims that fail in no world") :]
    assert "| toy_other_slope | not touched: 1, undecided: 1 |" in never
    assert "toy_curve_count" not in page  # a check


def test_a_failing_claim_that_holds_nowhere_is_named(claims: list[OfficialClaim]) -> None:
    # the slope holds in the world bent; nothing shows that the other one could hold
    for name in ("toy_curve_slope", "toy_other_slope"):
        claims = changed(claims, name, verdict="fails", alone={0: Found(verdict="fails")})
    page = worlds_page({"toy": claims}, {"toy": WORLDS})
    assert "| toy | 2 | 1 of 2 | 0 of 0 | 1 of 2 |" in page
    page = worlds_details({"toy": claims}, {"toy": WORLDS})
    assert page.endswith("not shown able to hold\n\n`toy_other_slope`.\n")


def test_what_fails_at_another_root_seed_can_fail(claims: list[OfficialClaim]) -> None:
    alone = {0: Found(verdict="holds"), 12: Found(verdict="fails")}
    page = worlds_details({"toy": changed(claims, "toy_other_slope", alone=alone)}, {"toy": WORLDS})
    assert "### toy: claims that fail in no world\n\nNone.\n" in page


def test_a_study_that_was_not_tried_is_said_to_be(claims: list[OfficialClaim]) -> None:
    untried = [claim.model_copy(update={"worlds": {}}) for claim in claims]
    page = worlds_page({"toy": untried, "plain": []}, {"toy": WORLDS})
    assert "| toy | 2 | not tried with the present results | - | - | - | - | - |" in page
    assert "| plain | none | - | - | - | - | - | - |" in page
    page = worlds_details({"toy": untried, "plain": []}, {"toy": WORLDS})
    assert page.endswith("The study was not tried with the present results.\n")


def test_the_picture_shows_every_claim_in_every_world(claims: list[OfficialClaim]) -> None:
    root = ElementTree.fromstring(world_picture("toy", claims))
    cells = {t.text: r.get("fill") for r in root.iter(f"{SVG}rect") for t in r.iter(f"{SVG}title")}
    assert cells == {
        f"{name}, {world}: {verdict}": COLORS[verdict]
        for name, verdicts in VERDICTS.items()
        if name != "toy_curve_count"  # a check
        for world, verdict in zip(("identity", "flat", "bent"), verdicts, strict=True)
    }
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert words[0] == "toy: 1 of 2 claims fail in at least one world"
    # names of results and claims, worlds, and what the colors mean
    assert {"curve", "other", "slope", "identity", "flat", "bent", "undecided"} <= {*words}
    assert "not measured" not in words
    assert len(list(root.iter(f"{SVG}circle"))) == 3  # what was expected


def test_what_the_scale_cannot_test_is_left_out_of_the_picture(
    claims: list[OfficialClaim],
) -> None:
    alone = {0: Found(verdict="not testable")}
    drawn = world_picture("toy", changed(claims, "toy_other_slope", alone=alone))
    assert "toy_curve_slope, flat: fails" in drawn and "toy_other_slope" not in drawn
