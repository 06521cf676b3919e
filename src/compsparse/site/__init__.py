"""The site: every statement, verdict, figure, table and chain on pages that open without a network.

``content`` gathers what records vouch for, one module writes each kind of page, ``building`` has
Sphinx make the folder.
"""
