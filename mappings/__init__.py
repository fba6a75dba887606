"""The Elasticsearch templates (JSON), as package data of `indexer.index.elasticsearch.mapping`."""
