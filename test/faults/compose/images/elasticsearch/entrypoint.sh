#!/bin/bash
# Passes variables with a dot in their name as settings, and ELASTIC_PASSWORD as the first password of the user `elastic`, as the stock
# image does, then becomes Elasticsearch.
set -eu
settings=()
while IFS='=' read -r -d '' name value; do
  # A setting of a module that only the stock image has.
  [[ $name == ingest.geoip.* ]] && continue
  [[ $name =~ ^[a-z0-9_]+\.[a-z0-9_.]+$ && -n $value ]] && settings+=("-E$name=$value")
done < <(env --null)
if [[ -n ${ELASTIC_PASSWORD:-} ]]; then
  [[ -f config/elasticsearch.keystore ]] || bin/elasticsearch-keystore create --silent
  bin/elasticsearch-keystore add --force --stdin bootstrap.password <<<"$ELASTIC_PASSWORD"
fi
exec bin/elasticsearch "${settings[@]}"
