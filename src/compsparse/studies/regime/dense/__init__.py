"""Dense networks: trained to the end, or looked at on the way."""
