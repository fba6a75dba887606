# Elasticsearch with the plugin weighted-terms, so that weights are sent as numbers instead of repeated words.
#
#   docker build -f docker/elasticsearch.Dockerfile -t winnow-elasticsearch .
ARG ELASTICSEARCH_VERSION=9.0.4

FROM maven:3.9-eclipse-temurin-21 AS plugin
WORKDIR /plugin
COPY elasticsearch_plugin .
RUN mvn -B -q package

FROM elasticsearch:${ELASTICSEARCH_VERSION}
RUN --mount=type=bind,from=plugin,source=/plugin/target,target=/plugin \
    bin/elasticsearch-plugin install --batch file:///plugin/weighted-terms-9.0.0.zip
