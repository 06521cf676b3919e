import pytest

from compsparse.studies.factorial.data_split.shares import (
    operations,
    parents_colors,
    parents_name,
    share,
)


@pytest.mark.parametrize(
    ("flops", "words"),
    [(12.0, "12 FLOP"), (996e3, "1 MFLOP"), (1.88e9, "1.9 GFLOP"), (3e14, "300 TFLOP")],
)
def test_operations(flops: float, words: str) -> None:
    assert operations(flops) == words


def test_words_and_colors() -> None:
    assert [share(13 / 256), share(0.5), share(243 / 256)] == ["0.05", "0.5", "0.95"]
    assert [parents_name(1), parents_name(2)] == ["1 parent", "2 parents"]
    assert list(parents_colors([3, 1, 3])) == [1, 3]
