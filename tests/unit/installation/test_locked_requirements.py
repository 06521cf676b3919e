"""Lines of locks."""

from pathlib import Path

import pytest
from locked_requirements import LockError, read

ONE, TWO = "1" * 64, "2" * 64


def lock(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "some.lock"
    path.write_text(text)
    return path


def test_names_versions_markers_and_hashes_are_read(tmp_path: Path) -> None:
    text = (
        "# a comment\nNumpy_Like==1.0 \\\n"
        f"    --hash=sha256:{ONE} \\\n    --hash=sha256:{TWO}\n"
        f"other==2.0.post1 ; sys_platform == 'win32' \\\n    --hash=sha256:{ONE}\n"
        "plain==3\n"
    )
    first, second, third = read(lock(tmp_path, text))
    assert (first.name, first.version, first.hashes) == ("numpy-like", "1.0", (ONE, TWO))
    assert (second.version, second.hashes, second.applies) == ("2.0.post1", (ONE,), False)
    assert first.applies and third.applies and third.hashes == ()


@pytest.mark.parametrize(
    "line", ["numpy", "numpy>=1", "numpy==1,!=2", "numpy @ file:///tmp/numpy.whl"]
)
def test_a_line_without_one_exact_version_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(LockError, match=r"^some\.lock: 'numpy.*' is not one exact version"):
        read(lock(tmp_path, f"{line} --hash=sha256:{ONE}\n"))
