"""Transfer of levels learned for one target to another one."""
