"""Sample sizes for the evaluation of the template extractor."""

SIZES = (2, 4, 8, 16, 32)
"""Table 2 of Geraci and Maggini."""
