"""For all tests: array shapes and types in annotations are checked at run time."""

from jaxtyping import install_import_hook

# must come before any module of the package is imported
install_import_hook("compsparse", "beartype.beartype")
