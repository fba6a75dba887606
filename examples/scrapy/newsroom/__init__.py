"""A Scrapy project that prints clean articles."""
