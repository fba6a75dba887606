"""Cleaned pages as the lines of Elasticsearch's `_bulk` API, for loaders that are not Winnow's.

The indexes must have Winnow's templates and aliases (`winnow index --engine URL` makes both). Each document has its hash for an id and
its fetch time for a version, so that the same lines may be sent again, and older pages never overwrite newer ones.
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
    """Two lines a document: what to do, and the document; nothing of a page that has none in these arms.

    Parameters
    ----------
    cleaned : Cleaned
    names : Names
        Of the aliases that are written to.
    arms : collection of Arm
    encoding : Encoding
        That of the indexes: repeated terms where the cluster has no `weighted_terms` analyzer, and is not OpenSearch.
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
