"""Render steps of the factorial study: from tables to figures and nothing else."""
