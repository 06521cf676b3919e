"""Targets: maps chosen by codes, one after the other, and combinations that are held out."""
