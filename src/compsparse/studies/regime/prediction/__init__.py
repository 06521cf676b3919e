"""Does a picture's complexity predict its best depth? Document 001, Figures 4, 5 and 24 to 29."""
