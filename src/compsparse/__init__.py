"""compsparse: the executable companion to the theory of compositional sparsity."""

from workflow_engine.source_code import import_from_source

__version__ = "0.1.0"

for _folder in __path__:
    import_from_source(_folder)
