"""Maximum length of a cached text: with the number of entries it bounds a cache in bytes for any page."""

LONGEST = 512
"""In characters. Class names, styles and links of real pages are shorter; results for longer texts are computed each time."""
