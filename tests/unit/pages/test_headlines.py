"""What pages say beside pictures: official answers, and where a picture says something else."""

from collections.abc import Callable
from pathlib import Path

import pytest

from compsparse.claims.errors import ClaimsError
from compsparse.claims.headline import Headline, Words
from compsparse.claims.registry import Registry
from compsparse.pages.gallery import picture_block, pictures_block
from compsparse.verdicts.headlines import Told, differing, read_headlines, told
from compsparse.verdicts.official import Verdicts
from compsparse.verdicts.official_claim import Found, OfficialClaim

WORDS = {
    "curve": Words(
        question="Is it steep?", decided_by=["slope"], holds="It is steep", fails="It is flat"
    )
}
HELD, FAILED = Headline("It is steep", "holds"), Headline("It is flat", "fails")


def test_pages_follow_the_official_verdict_and_name_a_picture_that_does_not(
    judged_claim: Callable[..., OfficialClaim],
) -> None:
    claim = judged_claim(id="toy_curve_slope", verdict="holds")
    assert told("toy", WORDS, [claim]) == {"toy_curve": Told(HELD, HELD)}
    otherwise = claim.model_copy(update={"alone": {0: Found(verdict="fails")}})
    found = told("toy", WORDS, [otherwise])["toy_curve"]
    assert found == Told(HELD, FAILED)
    assert (
        found.caption
        == "It is steep. (The picture shows one root seed, which alone says: “It is flat”.)"
    )
    assert Told(HELD, HELD).caption == "It is steep."
    assert differing({"toy": {"a": found, "b": Told(HELD, HELD)}}).startswith("1 of 2 pictures")
    assert differing({"toy": {}}) == ""


def test_words_are_read_strictly(tmp_path: Path) -> None:
    path = tmp_path / "toy.yaml"
    path.write_text("curve: {question: Is it steep?}")
    assert read_headlines(path) == {"curve": Words(question="Is it steep?")}
    path.write_text("curve: {question: Is it steep?, hold: It is}")
    with pytest.raises(ClaimsError, match="curve"):
        read_headlines(path)
    path.write_text("[curve]")
    with pytest.raises(ClaimsError, match="no mapping"):
        read_headlines(path)


def test_people_choose_pictures_and_verdicts_give_the_captions(registry: Registry) -> None:
    verdicts = {"toy": Verdicts([], headlines={"toy_curve": Told(HELD, HELD)})}
    page = (
        "<!-- generated: picture -->\ndocs/figures/toy_curve.png\n<!-- end generated -->\n"
        "<!-- generated: pictures -->\ndocs/figures/toy_curve.png\n<!-- end generated -->\n"
    )
    block = picture_block(page, verdicts, {"toy": registry})
    title = registry.by_id["toy_curve"].title
    caption = f"*It is steep. ({registry.document})*"
    assert block == f"![{title}](docs/figures/toy_curve.png)\n\n{caption}"
    rows = pictures_block(page, verdicts, {"toy": registry}).splitlines()
    assert rows[2:] == [f"| ![{title}](docs/figures/toy_curve.png) |  |", f"| {caption} |  |"]
    with pytest.raises(ValueError, match=r"toy_curve\.png is the picture of no result"):
        pictures_block(page, verdicts, {})
