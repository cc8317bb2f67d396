/** The effect of a purge on the tables of contributed dumps. */
import { NAME_OF_STATE, OF_OPERATORS, kept, type ContentTables } from '../../../../mappings/postgres/content-tables.ts';

export const CONTENT_TABLES: ContentTables = {
  dump_change_posts: { before: 'row deleted' },
  dump_changes: {
    client: kept('the name of a program'),
    version: kept('the version of a program'),
    md5: kept('a hash of a copy that somebody else has'),
    field: NAME_OF_STATE,
    before: kept('a hash, a length or codecs of a file of which somebody else has a copy'),
    after: kept('a hash, a length or codecs of a copy that somebody else has'),
    state: NAME_OF_STATE,
    reason: kept('a sentence of ours'),
    decided_by: NAME_OF_STATE,
  },
  dump_contributors: { contributor: kept('a public key') },
  dump_log: { actor: NAME_OF_STATE, reason: NAME_OF_STATE },
  dump_offers: {
    sha256: kept('a hash of a copy that somebody else has'),
    md5: kept('a hash of a copy that somebody else has'),
    type: NAME_OF_STATE,
    state: NAME_OF_STATE,
    detail: kept('a sentence of ours'),
  },
  dump_trust: {
    contributor: kept('a public key'),
    client: kept('the name of a program'),
    version: kept('the version of a program'),
    trust: NAME_OF_STATE,
    given_by: OF_OPERATORS,
  },
  dumps: {
    digest: kept('a hash'),
    problem: kept('an error of a parser or of the database about a dump'),
    content: kept('what contributors say of their own copies of files: hashes, sizes, codecs, and no file'),
    client: kept('the name of a program'),
    version: kept('the version of a program'),
    md5: kept('a hash of a copy that somebody else has'),
    sha1: kept('a hash of a copy that somebody else has'),
    sha256: kept('a hash of a copy that somebody else has'),
    type: NAME_OF_STATE,
    reason: NAME_OF_STATE,
    trusted_by: OF_OPERATORS,
  },
};
