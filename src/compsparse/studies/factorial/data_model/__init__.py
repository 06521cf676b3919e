"""The data model of document 004: factors, graphs, tables, and what is drawn from them."""
