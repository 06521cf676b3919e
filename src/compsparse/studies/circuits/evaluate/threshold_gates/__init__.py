"""Tables and metrics of threshold gates and their bounded-fan-in circuits."""
