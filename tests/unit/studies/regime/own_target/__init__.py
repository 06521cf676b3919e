"""Unit tests of a reader's own target."""
