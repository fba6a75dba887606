"""Cleaned pages as lines of Elasticsearch's `_bulk` API, for other loaders than Winnow.

The indexes must have Winnow's templates and aliases (`winnow index --engine URL` creates both). The id of a document is a hash, its
version the fetch time: the same lines can be sent again, and older pages never overwrite newer ones.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator

from indexer.article.cleaned import Cleaned
from indexer.index.arm import Arm
from indexer.index.document import documents
from indexer.index.elasticsearch.aliases import Names
from indexer.index.elasticsearch.document import written
from indexer.index.elasticsearch.mapping import REPEATED, Encoding
from indexer.index.fetch_time import not_ahead, now, version_of


def bulk_lines(cleaned: Cleaned, names: Names, arms: Collection[Arm], encoding: Encoding = REPEATED) -> Iterator[str]:
    """Yield two lines per document: the action and the source; a page without documents in these arms yields nothing.

    Parameters
    ----------
    cleaned : Cleaned
    names : Names
        Names of the write aliases.
    arms : collection of Arm
    encoding : Encoding
        Encoding of the indexes: repeated terms if the cluster is not OpenSearch and lacks the `weighted_terms` analyzer.
    """
    made = documents(not_ahead(cleaned, now()))
    for arm in Arm:
        if arm in arms and arm in made:
            document = made[arm]
            action = {
                "_index": names.write(arm),
                "_id": document.id,
                "version": version_of(str(document.fields["lastCrawled"])),
                "version_type": "external_gte",
                "require_alias": True,
            }
            yield json.dumps({"index": action})
            yield json.dumps(written(document, encoding, cleaned=arm.cleaned).source, ensure_ascii=False)
