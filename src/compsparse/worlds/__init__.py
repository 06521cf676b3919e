"""Worlds: every claim once more where one structure is taken away, to see which of them can fail.

``try_world`` is the step. It has ``nested`` do the work in a process of its own, which reads plans,
takes over what a world does not touch (``adoption``) and runs Snakemake; then the step judges, and
makes the table (``comparison``) and the picture. ``summary`` and ``page`` turn tables into
docs/worlds.md.
"""
