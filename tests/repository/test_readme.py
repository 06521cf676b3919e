"""README is one screen and some pictures: what it is, what it costs, what came out."""

from compsparse.claims.generated import generated_block
from tests.house_plan import ROOT

README = (ROOT / "README.md").read_text()


def test_readme_is_short() -> None:
    assert len(README.split()) <= 600  # as wc counts them, bars of tables included


def test_picture_commands_and_results_come_first() -> None:
    names = ("picture", "cost", "verdicts", "pictures")
    places = [README.index(f"<!-- generated: {name} -->") for name in names]
    assert places == sorted(places)
    assert len(README[: places[2]].split()) < 200
    assert generated_block(README, "cost").count("| `") == 3
    assert generated_block(README, "verdicts").count("](docs/documents/") == 5
    assert generated_block(README, "pictures").count("![") == 6
