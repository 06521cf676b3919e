"""Times of study ``tickets`` beside plain torch."""
