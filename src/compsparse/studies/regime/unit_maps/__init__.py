"""Maps of hidden units: their selection, their form in tables, and their drawing."""
