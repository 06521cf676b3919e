"""Channels that a tree network needs above some of the variables, by how its tree is wired."""
