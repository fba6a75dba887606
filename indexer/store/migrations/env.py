"""Alembic's entry point: runs migrations on the caller's connection, in its transaction."""

from alembic import context

from indexer.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
context.run_migrations()
