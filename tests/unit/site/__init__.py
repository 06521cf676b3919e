"""Tests of the pages and the terminal."""
