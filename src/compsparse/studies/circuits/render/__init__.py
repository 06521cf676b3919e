"""Steps ``render``: figures, a package a theme."""
