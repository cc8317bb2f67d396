-- The times between which the board's documents in an index were posted, widened by the indexer before it writes a document outside. Null
-- while no document was written. Servers use them only if they are known: existing indices hold older documents, which an indexer looks up.
alter table indices
  add column posted_from  timestamptz,
  add column posted_until timestamptz,
  add column posted_known boolean not null default false;
