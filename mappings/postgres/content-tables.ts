/**
 * What a purge of posts does to every column outside `posts` that can hold content or an address: text, bytes, JSON and network
 * addresses. test/integration/mappings/content-tables.test.ts compares the list with a migrated database, and purges a post that
 * left something in each of them. A new column of such a type needs an entry here.
 */

/** kept: what the column holds is not content of a post, for the reason given. */
interface Kept {
  readonly kept: string;
}

/**
 * row deleted  the rows of the purged posts go (server/moderation/sql.ts)
 * emptied      the rows stay, and the column becomes NULL
 * of threads   the rows of the posts' threads go; in the board's rows without a thread, a text that may quote posts becomes ''
 * removed      a scraper deletes the rows, and their files, that no other post needs (scraper/media/removals.ts)
 */
export type PurgeAction = 'row deleted' | 'emptied' | 'of threads' | 'removed';

const kept = (reason: string): Kept => ({ kept: reason });

const OF_OPERATORS = kept('operators write it');
const NAME_OF_STATE = kept('one of a few words of ours');
const OF_SITE = kept('an address or a name of the site, no content');
const OF_PROCESS = kept('names a process or an index');

export const CONTENT_TABLES: Readonly<Record<string, Readonly<Record<string, PurgeAction | Kept>>>> = {
  api_keys: { name: OF_OPERATORS, key_hash: kept('a hash of a secret'), scopes: OF_OPERATORS },
  backfills: { source: NAME_OF_STATE, source_name: OF_SITE, url: OF_SITE },
  banned_media: {
    hash: kept('the file must never be stored again'),
    reason: OF_OPERATORS,
    banned_by: OF_OPERATORS,
  },
  board_lists: { threads: kept('numbers and times of threads') },
  boards: {
    name: OF_OPERATORS,
    title: OF_OPERATORS,
    source: NAME_OF_STATE,
    source_name: OF_SITE,
    url: OF_SITE,
    media_url: OF_SITE,
    settings: OF_OPERATORS,
  },
  datastores: { name: OF_OPERATORS, kind: NAME_OF_STATE, base: OF_OPERATORS, redirect_url: OF_OPERATORS },
  double_inserts: { harvester: OF_SITE },
  forums: { base_url: OF_SITE },
  harvest_leases: { worker: OF_PROCESS },
  harvest_state: { url: OF_SITE, last_modified: kept('a time of the source') },
  identities: { name: OF_OPERATORS },
  identity_aliases: { kind: NAME_OF_STATE, value: OF_OPERATORS },
  images: { sha256: 'removed', md5: 'removed', pixels_sha3: 'removed', type: 'removed', thumb_error: 'removed' },
  indices: { name: OF_PROCESS, state: NAME_OF_STATE, verified_uuid: OF_PROCESS },
  media_removals: { sha256: kept('until the file is removed') },
  messages: {
    key: kept('tells the message apart, so that it is not stored again under another number'),
    subject: 'emptied',
    awaits: 'emptied',
  },
  migrations: { name: kept('names of files') },
  missing_files: { state: NAME_OF_STATE },
  missing_posts: { state: NAME_OF_STATE },
  missing_threads: { state: NAME_OF_STATE, behind: kept('numbers and times of threads') },
  moderation_log: { actor: OF_OPERATORS, action: NAME_OF_STATE, reason: OF_OPERATORS },
  post_replays: { sha256: 'row deleted' },
  quarantine: { index_name: 'row deleted', reason: 'row deleted' },
  refusals: { url: 'of threads', reason: 'of threads', sample: 'of threads' },
  scrapers: { worker: OF_PROCESS },
  senders: { address: kept('other messages of the sender bear its number; only the scraper may read it') },
  sessions: { id_hash: kept('a hash of a secret') },
  task_requests: {
    requested_by: OF_OPERATORS,
    idempotency_key: OF_OPERATORS,
    request_hash: kept('a hash of what an operator asked for'),
  },
  tasks: {
    kind: NAME_OF_STATE,
    status: NAME_OF_STATE,
    requested_action: NAME_OF_STATE,
    options: OF_OPERATORS,
    step: NAME_OF_STATE,
    progress: kept('counts'),
    details: kept('counts, names of indices and numbers of posts'),
    error: kept('a code and a sentence of ours'),
    requested_by: OF_OPERATORS,
    worker: OF_PROCESS,
  },
  tombstones: { purged_by: OF_OPERATORS, reason: OF_OPERATORS },
  url_history: { url: OF_SITE },
  users: { name: OF_OPERATORS, password_hash: kept('a hash of a secret') },
  wanted_media: { kind: 'row deleted', state: 'row deleted', detail: 'row deleted' },
};
