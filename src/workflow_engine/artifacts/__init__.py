"""Artifacts: the files that steps exchange, in open formats only; one module per format.

Import from the format's own module (``workflow_engine.artifacts.arrays`` and so on): a step that
needs arrays then starts without loading pandas, and its code digest does not depend on other
formats.
"""
