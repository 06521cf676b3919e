"""Provenance: what made which bytes, from what, with which parameters, code and environment.

A job (``job``) is run by the runner (``runner``), which writes one record per job (``record``). The
ledger (``ledger``) holds records against the plan (``plan``); ``sync`` tells Snakemake what the
ledger knows, ``sweep`` moves what nobody asks for any more to the ``trash``, ``audit`` and
``trace`` answer users.
"""
