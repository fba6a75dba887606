"""Settings of the project: polite fetching, and Winnow's pipeline."""

BOT_NAME = "newsroom"
SPIDER_MODULES = ["newsroom.spiders"]
ROBOTSTXT_OBEY = True
DOWNLOAD_DELAY = 1.0
ITEM_PIPELINES = {"indexer.scrapy_pipeline.WinnowPipeline": 300}
# WINNOW_MODELS = "models.json"  # of `winnow learn`; without it pages are cleaned one by one
