"""The bytes of small files, written out: no Python, no library may change them in silence.

Whoever changes them on purpose makes all committed results anew.
"""

import hashlib
import io
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tests.interpreters import interpreters
from tests.unit.workflow_engine.artifacts.conftest import equal
from tests.workflow.project import REPOSITORY
from workflow_engine.artifacts import arrays, json_values, tables, tensors

SMALL = {
    "flag": np.array([True, False]),
    "ü": np.array(0.5),
    "none": np.zeros((0, 2), dtype=np.int32),
    "words": np.array(["a", "é"], dtype="<U1"),
    "turned": np.asfortranarray(np.array([[1, 2], [3, 4]], dtype=np.int16)),
}
# entries with header, name, array; directory by entry; its end
SMALL_BYTES = """
504b030414000000000000002100ee19bb5d820000008200000008000000666c61672e6e7079934e554d505901007600
7b276465736372273a20277c6231272c2027666f727472616e5f6f72646572273a2046616c73652c2027736861706527
3a2028322c292c207d202020202020202020202020202020202020202020202020202020202020202020202020202020
2020202020202020202020202020202020202020200a0100
504b03041400000800000000210070ee9269880000008800000006000000c3bc2e6e7079934e554d5059010076007b27
6465736372273a20273c6638272c2027666f727472616e5f6f72646572273a2046616c73652c20277368617065273a20
28292c207d20202020202020202020202020202020202020202020202020202020202020202020202020202020202020
202020202020202020202020202020202020200a000000000000e03f
504b030414000000000000002100c0985b438000000080000000080000006e6f6e652e6e7079934e554d505901007600
7b276465736372273a20273c6934272c2027666f727472616e5f6f72646572273a2046616c73652c2027736861706527
3a2028302c2032292c207d20202020202020202020202020202020202020202020202020202020202020202020202020
2020202020202020202020202020202020202020200a
504b0304140000000000000021009d1eb8d6880000008800000009000000776f7264732e6e7079934e554d5059010076
007b276465736372273a20273c5531272c2027666f727472616e5f6f72646572273a2046616c73652c20277368617065
273a2028322c292c207d2020202020202020202020202020202020202020202020202020202020202020202020202020
202020202020202020202020202020202020202020200a61000000e9000000
504b03041400000000000000210000cadc6d88000000880000000a0000007475726e65642e6e7079934e554d50590100
76007b276465736372273a20273c6932272c2027666f727472616e5f6f72646572273a2046616c73652c202773686170
65273a2028322c2032292c207d2020202020202020202020202020202020202020202020202020202020202020202020
20202020202020202020202020202020202020202020200a0100020003000400
504b0102140314000000000000002100ee19bb5d8200000082000000080000000000000000000000800100000000666c
61672e6e7079
504b010214031400000800000000210070ee926988000000880000000600000000000000000000008001a8000000c3bc
2e6e7079
504b0102140314000000000000002100c0985b4380000000800000000800000000000000000000008001540100006e6f
6e652e6e7079
504b01021403140000000000000021009d1eb8d688000000880000000900000000000000000000008001fa010000776f
7264732e6e7079
504b010214031400000000000000210000cadc6d88000000880000000a00000000000000000000008001a90200007475
726e65642e6e7079
504b050600000000050005000f010000590300000000
"""


# tables, values and model parameters: sha256
TABLE = pd.DataFrame(
    {"n": [1, 2], "loss": [0.1, 1e-300], "label": ['a,"b"', "ü"], "late": [np.nan, -0.0]}
)
VALUES = {"b": [1, 2.5, None, 1e22, -0.0, 5e-324], "a": {"ü": True, "text": '\u2028 " \\'}}
OTHERS = [
    (
        tables.encode,
        "a.csv",
        TABLE,
        "a5d6d9bdfbb83ab6ea44a0856f6b13843b4f31c32906f9da49f677d6f9c53d06",
    ),
    (
        json_values.encode,
        "a.json",
        VALUES,
        "20980e96dd0c3aab5173be579fdd2ab2dac236e1879e6ccb836b5efc15c84ded",
    ),
    (
        tensors.encode,
        "a.safetensors",
        {"ü": SMALL["ü"], "turned": SMALL["turned"]},
        "68deb805249f11b936fcb9228b25bb18758759afc429dfc5c9cd62b960a68c16",
    ),
]


def golden(text: str) -> bytes:
    """Return the bytes that hexadecimal digits in lines stand for."""
    return bytes.fromhex("".join(text.split()))


def test_an_archive_of_arrays_has_these_bytes(tmp_path: Path) -> None:
    assert arrays.encode(tmp_path / "a.npz", SMALL) == golden(SMALL_BYTES)


@pytest.mark.parametrize(
    ("encode", "name", "content", "sha"), OTHERS, ids=[name for _, name, _, _ in OTHERS]
)
def test_the_other_formats_have_these_bytes(
    encode: Callable[[Path, object], bytes], name: str, content: object, sha: str, tmp_path: Path
) -> None:
    assert hashlib.sha256(encode(tmp_path / name, content)).hexdigest() == sha


def test_this_python_and_numpy_read_the_archive(tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(golden(SMALL_BYTES))) as opened:
        assert opened.testzip() is None
        assert opened.namelist() == [f"{name}.npy" for name in SMALL]
    with np.load(io.BytesIO(golden(SMALL_BYTES)), allow_pickle=False) as loaded:
        assert equal({name: loaded[name] for name in loaded.files}, SMALL)
    path = tmp_path / "a.npz"
    path.write_bytes(golden(SMALL_BYTES))
    assert equal(arrays.read_arrays(path), SMALL)


def test_archives_of_numpy_itself_are_read(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", allow_pickle=False, **SMALL)
    assert equal(arrays.read_arrays(tmp_path / "a.npz"), SMALL)


# no other Python here need have a package: archives and values are written by Python alone
ASK = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from workflow_engine.artifacts import archive, json_values
entries = [("a.npy", b"numbers"), ("\\xfc.npy", b"")]
values = {"b": [0.1, 1e22, -0.0, 5e-324, 1e16, True, None, "\\u2028\\U0001fae8"], "a": {}}
print((archive.archive(entries) + json_values.encode(Path("a.json"), values)).hex())
"""


def test_all_pythons_here_write_the_same_bytes() -> None:
    found = interpreters()
    source = str(REPOSITORY / "src")
    written = {
        version: subprocess.run(
            [str(executable), "-I", "-B", "-c", ASK, source],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for version, executable in found.items()
    }
    if len(written) < 2:
        pytest.skip("no other supported Python starts on this machine")
    assert len(set(written.values())) == 1, sorted(written)
