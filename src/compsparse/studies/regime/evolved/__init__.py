"""Does architecture decide, or how networks are trained? Document 001, major comment 2."""
