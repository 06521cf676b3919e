"""Runs jobs in forks of processes that have the heavy libraries loaded already.

Importing torch, pandas and matplotlib takes longer than most jobs. Snakemake starts (``start``) a
process that forks a server for each step (``activation``, ``server``); a job's own process
(``client``) sends it the job, lends it its output streams and waits. A fork starts from the same
state as a new process that has just imported the libraries: no code of any step is loaded in a
server. Where there is no server (a cluster node, a job started by hand, a system other than Linux),
the job runs in its own process, to the same bytes.
"""
