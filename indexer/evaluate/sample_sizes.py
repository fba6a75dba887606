"""From how many pages the template extractor is measured to learn."""

SIZES = (2, 4, 8, 16, 32)
"""Of table 2 of Geraci and Maggini."""
