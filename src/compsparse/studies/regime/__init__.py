"""Does compositionality emerge in a narrow regime of depth and connectivity? Documents 001, 002."""
