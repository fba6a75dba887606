#!/bin/bash
# In Elasticsearch's image: a certificate authority of this installation's own, and one certificate for its nodes. Made once.
set -euo pipefail
cd /usr/share/elasticsearch/config/certs

if [ ! -f ca/ca.crt ]; then
    elasticsearch-certutil ca --silent --pem --out "$PWD/ca.zip"
    unzip -q ca.zip
    rm ca.zip
fi
if [ ! -f node/node.crt ]; then
    elasticsearch-certutil cert --silent --pem --out "$PWD/node.zip" --name node \
        --dns es01,es02,es03,localhost --ip 127.0.0.1 --ca-cert ca/ca.crt --ca-key ca/ca.key
    unzip -q node.zip
    rm node.zip
fi
chown -R 0:0 . # Elasticsearch is user 1000 of group 0, Winnow user 1000 of group 1000
chmod 755 . ca
chmod 750 node
chmod 640 node/*
chmod 600 ca/ca.key
chmod 644 ca/ca.crt # Winnow's container can read this one alone
