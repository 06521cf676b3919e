"""The engine below the studies: provenance, runner, wiring, configuration, costs, file formats.

It knows neither claims nor science; ``house`` tells in which package the studies stand.
"""

from workflow_engine.source_code import import_from_source

for _folder in __path__:
    import_from_source(_folder)
