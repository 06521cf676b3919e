import pytest

from compsparse.studies.factorial.data_split.shares import (
    operations,
    parents_styles,
)


@pytest.mark.parametrize(
    ("flops", "words"),
    [(12.0, "12 FLOP"), (996e3, "1 MFLOP"), (1.88e9, "1.9 GFLOP"), (3e14, "300 TFLOP")],
)
def test_operations(flops: float, words: str) -> None:
    assert operations(flops) == words


def test_words_and_colors() -> None:
    styles = parents_styles([3, 1, 3])
    assert [(count, words) for count, (words, _) in styles.items()] == [
        (1, "1 parent"),
        (3, "3 parents"),
    ]
