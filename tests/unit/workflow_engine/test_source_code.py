"""Modules are what stands in their sources."""

import compileall
import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import compsparse
from workflow_engine.source_code import compiled, import_from_source


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with one module, and bytecode that is older than the module's source."""
    folder = tmp_path / "sourced"
    (folder / "inner").mkdir(parents=True)
    for name in ("__init__.py", "inner/__init__.py"):
        (folder / name).write_text("")
    module = folder / "inner/number.py"
    module.write_text("VALUE = 1\n")
    status = module.stat()
    compileall.compile_dir(folder, quiet=1)
    module.write_text("VALUE = 2\n")
    os.utime(module, ns=(status.st_atime_ns, status.st_mtime_ns))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "path_hooks", [*sys.path_hooks])
    yield folder
    for name in [name for name in sys.modules if name.startswith("sourced")]:
        del sys.modules[name]
    sys.path_importer_cache.clear()


def test_python_alone_runs_bytecode_older_than_its_source(package: Path) -> None:
    """What this module is there for: if Python learns better, it may go."""
    assert importlib.import_module("sourced.inner.number").VALUE == 1


def test_a_module_is_what_stands_in_its_source(package: Path) -> None:
    import_from_source(str(package))
    assert importlib.import_module("sourced.inner.number").VALUE == 2


def test_an_edit_is_seen_by_the_next_import(package: Path) -> None:
    import_from_source(str(package))
    module = importlib.import_module("sourced.inner.number")
    (package / "inner/number.py").write_text("VALUE = 3\n")
    assert importlib.reload(module).VALUE == 3


def test_folders_with_a_like_name_are_left_to_python(package: Path) -> None:
    import_from_source(str(package / "inn"))
    assert importlib.import_module("sourced.inner.number").VALUE == 1


def test_the_same_source_is_compiled_once() -> None:
    assert compiled("a.py", b"x = 1") is compiled("a.py", b"x = 1")
    assert compiled("a.py", b"x = 1") is not compiled("a.py", b"x = 2")
    assert compiled("a.py", b"x = 1") is not compiled("b.py", b"x = 1")


def test_an_error_names_the_file() -> None:
    with pytest.raises(SyntaxError) as caught:
        compiled("wrong.py", b"def run(:\n")
    assert caught.value.filename == "wrong.py"


def test_this_package_is_imported_from_its_sources() -> None:
    folder = compsparse.__path__[0]
    hook = next(
        hook for hook in sys.path_hooks if "workflow_engine" in str(getattr(hook, "__module__", ""))
    )
    loader = hook(f"{folder}/statistics").find_spec("compsparse.statistics.intervals").loader
    assert type(loader).__module__ == "workflow_engine.source_code"
