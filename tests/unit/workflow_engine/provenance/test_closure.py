"""The import closure and the code digest, read from source that nobody runs."""

from pathlib import Path

import pytest

from tests.unit.workflow_engine.provenance.conftest import write
from workflow_engine import source_code
from workflow_engine.provenance.closure import ClosureError, Sources

BASE = {"compsparse", "compsparse.a"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A source folder with the package and a subpackage in it."""
    write(tmp_path / "compsparse/__init__.py", "")
    write(tmp_path / "compsparse/sub/__init__.py", "VALUE = 1\n")
    write(tmp_path / "compsparse/sub/leaf.py", "NAME = 2\n")
    write(tmp_path / "compsparse/other.py", "")
    return tmp_path


def closure(root: Path, text: str, module: str = "compsparse.a") -> set[str]:
    """Return the closure of a module with this text."""
    write(root / f"{module.replace('.', '/')}.py", text)
    return set(Sources(root).closure(module))


def code(root: Path, text: str) -> str:
    """Return the digest of a module with this text."""
    write(root / "compsparse/a.py", text)
    return Sources(root).module_digest("compsparse.a")


SUB, LEAF = {"compsparse.sub"}, {"compsparse.sub", "compsparse.sub.leaf"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import os, numpy\n", set()),
        ("import compsparse.sub.leaf\n", LEAF),
        ("import compsparse.sub.leaf as leaf, json\n", LEAF),
        ("from compsparse.sub import leaf\n", LEAF),
        ("from compsparse.sub import VALUE\n", SUB),
        ("from compsparse.sub.leaf import NAME\n", LEAF),
        ("from compsparse.sub.leaf import *\n", LEAF),
        ("from .sub import leaf\n", LEAF),
        ("from .sub.leaf import NAME as name\n", LEAF),
        ("from . import sub\n", SUB),
        ("def f():\n    from compsparse.sub import leaf\n", LEAF),
        ("class C:\n    def f(self):\n        import compsparse.other\n", {"compsparse.other"}),
        (
            "try:\n    import compsparse.other\nexcept ImportError:\n    pass\n",
            {"compsparse.other"},
        ),
        ("if False:\n    import compsparse.other\n", {"compsparse.other"}),
        ("async def f():\n    from .sub import leaf\n", LEAF),
        *(
            (f"{head}\n    import compsparse.other\n", {"compsparse.other"})
            for head in (
                "if 1:\n    pass\nelif 2:",
                "if 1:\n    pass\nelse:",
                "for i in ():",
                "for i in ():\n    pass\nelse:",
                "while 0:",
                "while 0:\n    pass\nelse:",
                "with open('f') as f:",
                "try:\n    pass\nexcept OSError:",
                "try:\n    pass\nexcept* OSError:",
                "try:\n    pass\nexcept OSError:\n    pass\nelse:",
                "try:\n    pass\nfinally:",
                "match 1:\n  case 1:",
                "async def f():\n  async for i in g():",
                "async def f():\n  async with g():",
            )
        ),
    ],
)
def test_every_way_to_write_an_import_is_followed(root: Path, text: str, found: set[str]) -> None:
    assert closure(root, text) == BASE | found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from . import leaf\n", LEAF),
        ("from .leaf import NAME\n", LEAF),
        ("from .. import other\n", {*SUB, "compsparse.other"}),
        ("from ..other import x\n", {*SUB, "compsparse.other"}),
    ],
)
@pytest.mark.parametrize("module", ["compsparse.sub.deep", "compsparse.sub.__init__"])
def test_relative_imports_start_from_the_package_of_the_module(
    root: Path, text: str, found: set[str], module: str
) -> None:
    write(root / f"{module.replace('.', '/')}.py", text)
    module = module.removesuffix(".__init__")
    assert set(Sources(root).closure(module)) == {"compsparse", module} | found


def test_modules_of_modules_are_followed_through_cycles(root: Path) -> None:
    write(root / "compsparse/b.py", "import compsparse.c\n")
    write(root / "compsparse/c.py", "import compsparse.a\nimport compsparse.other\n")
    found = closure(root, "import compsparse.b\n")
    assert found == BASE | {"compsparse.b", "compsparse.c", "compsparse.other"}


def test_a_package_above_a_module_brings_its_own_imports(root: Path) -> None:
    write(root / "compsparse/sub/__init__.py", "import compsparse.other\n")
    assert "compsparse.other" in closure(root, "import compsparse.sub.leaf\n")


def test_several_roots_give_the_union(root: Path) -> None:
    found = Sources(root).closure("compsparse.other", "compsparse.sub.leaf")
    assert found == {"compsparse", "compsparse.other", *LEAF}


def test_a_missing_module_is_named(root: Path) -> None:
    with pytest.raises(ClosureError, match=r"no module compsparse\.gone under"):
        Sources(root).closure("compsparse.gone")


def test_a_folder_without_init_is_named(root: Path) -> None:
    write(root / "compsparse/bare/x.py", "")
    with pytest.raises(ClosureError, match=r"no module compsparse\.bare"):
        closure(root, "import compsparse.bare.x\n")


@pytest.mark.parametrize("content", [b"def f(:\n", b"x = '\xff'\n", b"x = 1\n\0"])
def test_what_is_not_python_is_named(root: Path, content: bytes) -> None:
    (root / "compsparse/other.py").write_bytes(content)
    with pytest.raises(ClosureError, match=r"other\.py: not readable as Python"):
        closure(root, "import compsparse.other\n")


def test_third_party_names_leave_out_python_and_the_package(root: Path) -> None:
    text = "from __future__ import annotations\nimport os.path, numpy.linalg\n"
    write(root / "compsparse/other.py", "def f():\n    from yaml import safe_load\n")
    modules = closure(root, f"{text}from torch import nn\nimport compsparse.other\n")
    assert Sources(root).third_party(frozenset(modules)) == {"numpy", "torch", "yaml"}


def test_dotted_names_are_those_of_imports_and_all_that_is_above_them(root: Path) -> None:
    text = "from scipy import ndimage\nimport numpy.linalg\nimport compsparse.other\n"
    write(root / "compsparse/other.py", "def f():\n    from matplotlib.figure import Figure\n")
    found = Sources(root).dotted(closure(root, text))
    assert {"scipy", "scipy.ndimage", "numpy", "numpy.linalg", "matplotlib.figure"} <= found
    assert not [name for name in found if name.startswith("compsparse")]


TEXT = '''"""Module."""
import os


class Thing:
    """Class."""

    size = 1


def act(x, y=2):
    """Function."""
    return x + y  # add


async def wait():
    """Later."""
    text = """not a docstring"""
    return text


def nothing():
    ...
'''


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  # add", ""),
        ("  # add", "  # sum"),
        ('"""Module."""\n', ""),
        ('"""Module."""\n', "'Said differently.'\n"),
        ('    """Class."""\n\n', ""),
        ('    """Function."""\n', ""),
        ('    """Later."""\n', '    """Much later."""\n'),
        ("return x + y", "return (\n        x\n        + y\n    )"),
        ("y=2", "y = 0x2"),
        ("    size = 1", "    size = (1)"),
        ("\n\n\n", "\n"),
    ],
)
def test_comments_formatting_and_docstrings_do_not_count(root: Path, old: str, new: str) -> None:
    assert old in TEXT
    assert code(root, TEXT.replace(old, new)) == code(root, TEXT)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x + y", "y + x"),
        ("x + y", "x - y"),
        ("y=2", "y=2.0"),
        ("y=2", "y=True"),
        ("y=2", "y=-2"),
        ("y=2", "*, y=2"),
        ("size = 1", "size: int = 1"),
        ("size = 1", "sise = 1"),
        ("import os", "import sys"),
        ("import os", "import os as operating_system"),
        ("not a docstring", "still not a docstring"),
        ("async def", "def"),
        ("class Thing:", "class Thing(object):"),
        ("def act", "@staticmethod\ndef act"),
        ("import os", ""),
        ("    ...\n", "    None\n"),
        ("    return text\n", "    return text\n\n\nLATER = 1\n"),
        ('    """Class."""\n', '    """Class."""\n    """A second text."""\n'),
    ],
)
def test_every_other_change_counts(root: Path, old: str, new: str) -> None:
    assert TEXT.count(old) == 1
    assert code(root, TEXT.replace(old, new)) != code(root, TEXT)


def test_the_digest_of_several_modules_sees_each_of_them_and_its_name(root: Path) -> None:
    modules = frozenset({"compsparse.sub", "compsparse.sub.leaf"})
    before = Sources(root).code_digest(modules)
    assert Sources(root).code_digest(modules) == before
    assert Sources(root).code_digest(frozenset({"compsparse.sub"})) != before
    write(root / "compsparse/sub/leaf.py", "VALUE = 1\n")
    write(root / "compsparse/sub/__init__.py", "NAME = 2\n")
    assert Sources(root).code_digest(modules) != before


def test_sources_are_read_once_and_a_new_instance_sees_an_edit(root: Path) -> None:
    sources = Sources(root)
    before = sources.module_digest("compsparse.other")
    write(root / "compsparse/other.py", "X = 1\n")
    assert sources.module_digest("compsparse.other") == before
    assert Sources(root).module_digest("compsparse.other") != before


def test_imports_are_still_known_after_the_digest_was_taken(root: Path) -> None:
    write(root / "compsparse/a.py", "def f():\n    'Text.'\n    import compsparse.other\n")
    sources = Sources(root)
    sources.module_digest("compsparse.a")
    assert "compsparse.other" in sources.closure("compsparse.a")


def test_what_was_read_is_compiled_and_nothing_is_run(root: Path) -> None:
    text = "raise RuntimeError('run')\n"
    write(root / "compsparse/a.py", text)
    sources = Sources(root)
    sources.compile(["compsparse.unheard"])  # nobody has read it
    modules = sources.closure("compsparse.a")
    sources.compile(modules)
    assert (str(root / "compsparse/a.py"), text.encode()) in source_code._compiled


def test_sources_know_whether_what_they_read_has_changed(root: Path) -> None:
    write(root / "compsparse/a.py", "from compsparse.sub import leaf\n")
    sources = Sources(root)
    modules = sources.closure("compsparse.a")
    everything = [*modules, "compsparse.other"]
    assert sources.unchanged(everything)
    write(root / "compsparse/other.py", "VALUE = 2\n")
    assert sources.unchanged(everything)  # never read
    write(root / "compsparse/sub/leaf.py", "NAME = 3\n")
    assert not sources.unchanged(everything)
    assert sources.unchanged(["compsparse.a"])
    (root / "compsparse/sub/leaf.py").unlink()
    assert not sources.unchanged(everything)


def test_names_used_are_those_of_code_not_of_words_about_it(root: Path) -> None:
    text = '''"""Of torch.words."""
import torch  # torch.remark

def outer():
    """Of torch.more_words."""
    class Inner:
        def method(self):
            return torch.optim.Adam([])
'''
    write(root / "compsparse/a.py", text)
    sources = Sources(root)
    assert sources.names_used(["compsparse.a"]) == frozenset()  # nothing was read
    sources.reading("compsparse.a")
    used = sources.names_used(["compsparse.a", "compsparse.other"])
    assert {"torch", "optim", "Adam"} <= used
    assert not {"words", "remark", "more_words"} & used
