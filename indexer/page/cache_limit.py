"""How long a text is that a cache keeps: with the number of its entries this bounds a cache in bytes, whatever pages hold."""

LONGEST = 512
"""Characters: class names, styles and links of real pages have fewer. Results for longer texts are computed each time."""
