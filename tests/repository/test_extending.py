"""What docs/extending.md says to do does no harm when it is done literally."""

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]


def test_the_worked_example_keeps_the_studies_that_there_are() -> None:
    listed = yaml.safe_load((ROOT / "params.yaml").read_text())["studies"]
    text = (ROOT / "docs/extending.md").read_text()
    examples = [yaml.safe_load(line)["studies"] for line in re.findall(r"^studies: .*", text, re.M)]
    assert examples
    for example in examples:
        assert set(listed) < set(example)
