"""Sources of the Elasticsearch plugin weighted-terms (Maven), as package data of `indexer.index.node.plugin`."""
