"""Import this package's modules from their sources, never from cached bytecode.

Python takes cached bytecode for its source's as long as the size and the whole seconds of the time
agree. After an edit that keeps both, it would run what no longer stands in the source, while
digests are taken of what does.
"""

import os
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from types import CodeType

_compiled: dict[tuple[str, bytes], CodeType] = {}


def compiled(path: str, source: bytes) -> CodeType:
    """Return the code of a source file; what was compiled before is not compiled again.

    Raises:
        SyntaxError: not Python.
    """
    code = _compiled.get((path, source))
    if code is None:
        code = _compiled[path, source] = compile(source, path, "exec", dont_inherit=True)
    return code


class _Loader(SourceFileLoader):
    """Loads a module from its source."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of what stands in the source now."""
        path = self.get_filename(fullname)
        return compiled(path, self.get_data(path))


def import_from_source(folder: str) -> None:
    """Make later imports from a folder, and from the folders in it, read sources."""

    def finder(path: str) -> FileFinder:
        if not f"{path}{os.sep}".startswith(f"{folder}{os.sep}"):
            raise ImportError(f"{path} is not in {folder}.")  # Python then asks the next hook
        return FileFinder(path, (_Loader, SOURCE_SUFFIXES))

    sys.path_hooks.insert(0, finder)
    for path in list(sys.path_importer_cache):  # what this module, and any below, was found by
        if f"{path}{os.sep}".startswith(f"{folder}{os.sep}"):
            del sys.path_importer_cache[path]
