"""Check annotations of both packages at run time, in every test of this process.

Shapes of arrays are for jaxtyping to check. It binds the arguments of each call anew and checks
them twice, so that functions without arrays, which are called most, are left to beartype alone.
"""

import ast
import dataclasses
import sys
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any, get_args

from beartype import BeartypeConf, beartype
from jaxtyping import AbstractArray, TypeCheckError, jaxtyped

PACKAGES = {"compsparse", "workflow_engine"}
_CHECKED = "__checked__"  # what modules call the decorator
# both ways, what does not fit its annotation is the same error, a TypeError
_checked_by_beartype = beartype(conf=BeartypeConf(violation_type=TypeCheckError))


def check_annotations() -> None:
    """Check those of all modules of the packages that are imported from now on."""
    sys.meta_path.insert(0, _Finder())


class _Finder:
    """Finds the modules of the packages."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] not in PACKAGES:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


class _Loader(SourceFileLoader):
    """Loads a module whose functions and dataclasses check what they are given and return."""

    def get_code(self, fullname: str) -> CodeType:
        tree = ast.parse(self.get_data(self.path), self.path)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                place = len(node.decorator_list)  # the first that is applied
            elif isinstance(node, ast.ClassDef):
                place = 0  # the last
            else:
                continue
            decorator = ast.copy_location(ast.Name(_CHECKED, ast.Load()), node)
            node.decorator_list.insert(place, decorator)
        return compile(tree, self.path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        setattr(module, _CHECKED, _checked)
        super().exec_module(module)


def _checked(made: Any) -> Any:
    """Return a function or a dataclass that checks; other classes as they are."""
    if isinstance(made, type):
        if not dataclasses.is_dataclass(made) or "__init__" not in vars(made):
            return made
        if not _has_shape(field.type for field in dataclasses.fields(made)):
            made.__init__ = _checked_by_beartype(made.__init__)
            return made
    elif not _has_shape(made.__annotations__.values()):
        return _checked_by_beartype(made)
    return jaxtyped(made, typechecker=beartype)


def _has_shape(annotations: Iterable[Any]) -> bool:
    """Say whether an array's shape stands somewhere in annotations; text may hold one."""
    return any(
        isinstance(kind, str)
        or (isinstance(kind, type) and issubclass(kind, AbstractArray))
        or _has_shape(kind if isinstance(kind, list) else get_args(kind))
        for kind in annotations
    )
