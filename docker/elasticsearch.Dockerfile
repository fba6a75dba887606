# Elasticsearch with the plugin weighted-terms: weights are sent as numbers instead of repeated words, and queries analysed as documents.
#
#   docker build -f docker/elasticsearch.Dockerfile -t winnow-elasticsearch .
FROM python:3.12-slim AS analyser
WORKDIR /srv/winnow
COPY constraints.txt ./
RUN pip install --no-cache-dir -c constraints.txt anyascii regex PyStemmer snowballstemmer
COPY indexer indexer
RUN python -m indexer.index.node.plugin_sources /generated

FROM maven:3.9-eclipse-temurin-21 AS plugin
WORKDIR /plugin
COPY elasticsearch_plugin .
COPY --from=analyser /generated /generated
RUN mvn -B -q package -Pelasticsearch -Dgenerated=/generated

FROM elasticsearch:9.0.4
RUN --mount=type=bind,from=plugin,source=/plugin/target,target=/plugin \
    bin/elasticsearch-plugin install --batch file:///plugin/weighted-terms-elasticsearch-9.0.0.zip
