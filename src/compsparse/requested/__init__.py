"""Experiments on request: what no ordinary run makes, with tables and verdicts of their own.

``provenance.on_request`` plans their jobs; ``snakemake <study>_<experiment>`` asks for one.
"""
