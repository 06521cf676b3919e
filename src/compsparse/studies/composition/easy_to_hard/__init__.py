"""The same task and network on other data: easy and hard together, in order, or hard alone."""
