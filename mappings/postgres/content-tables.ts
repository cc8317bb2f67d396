/**
 * The effect of a purge on every column outside `posts` that can hold content or an address: text, bytes, JSON and network
 * addresses. A module lists its own tables for test/support/modules.ts. test/integration/mappings/content-tables.test.ts compares the
 * lists with a migrated database, and purges a post that left something in each table. A new column of such a type needs an entry.
 */

/** kept: the column does not hold content of a post, for the reason given. */
interface Kept {
  readonly kept: string;
}

/**
 * row deleted  the rows of the purged posts are deleted: by `purge_posts` (post-functions.ts), those of modules by triggers on posts.time_purged
 * emptied      the rows stay, and the column becomes NULL
 * of threads   the rows of the posts' threads are deleted; in the board's rows without a thread, a text that may quote posts becomes ''
 * removed      a scraper deletes rows that no other post needs, and their files (scraper/media/removals.ts)
 */
type PurgeAction = 'row deleted' | 'emptied' | 'of threads' | 'removed';

/** By table and column. */
export type ContentTables = Readonly<Record<string, Readonly<Record<string, PurgeAction | Kept>>>>;

export const kept = (reason: string): Kept => ({ kept: reason });

export const OF_OPERATORS = kept('operators write it');
export const NAME_OF_STATE = kept('one of a few words of ours');
const OF_SITE = kept('an address or a name of the site, no content');
export const OF_PROCESS = kept('names a process or an index');
const OF_REQUEST = kept('the id of a request, of letters, digits and signs only');

export const CONTENT_TABLES: ContentTables = {
  account_roles: { role: NAME_OF_STATE },
  accounts: { name: OF_OPERATORS, password_hash: kept('a hash of a secret'), totp_secret: kept('a secret of staff') },
  alert_state: {
    holder: OF_PROCESS,
    state: kept('names of stores, hosts, boards and tasks, and the words of their errors'),
  },
  api_keys: { name: OF_OPERATORS, key_hash: kept('a hash of a secret'), scopes: OF_OPERATORS },
  audit_addresses: {
    salt: kept('random bytes'),
    address: kept('of staff, until it expires; a purge deletes those of earlier actions on the post all the same'),
  },
  audit_details: {
    salt: kept('random bytes'),
    reason: kept('operators write it; a purge deletes earlier ones about the post all the same'),
    before: kept('settings and names that operators wrote'),
  },
  audit_log: {
    actor: OF_OPERATORS,
    session: kept('tells sessions of staff apart'),
    action: NAME_OF_STATE,
    target: kept('numbers of posts and rows'),
    reason_hash: kept('a hash with a salt that the purge deletes'),
    before_hash: kept('a hash of settings and names'),
    address_hash: kept('a hash with a salt that goes with the address'),
    chain: kept('a hash of the entry'),
  },
  backfills: { source: NAME_OF_STATE, source_name: OF_SITE, url: OF_SITE },
  banned_media: {
    hash: kept('the file must never be stored again'),
    reason: OF_OPERATORS,
    banned_by: OF_OPERATORS,
  },
  ban_appeals: {
    text: kept('a banned reader writes it to staff'),
    decided_by: OF_OPERATORS,
    answer: OF_OPERATORS,
  },
  ban_networks: { network: kept('until the ban ends; no process may read it') },
  bans: { reason: OF_OPERATORS, banned_by: OF_OPERATORS, lifted_by: OF_OPERATORS },
  board_defaults: { settings: OF_OPERATORS },
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
  bulk_actions: { action: NAME_OF_STATE, query: OF_OPERATORS, reason: OF_OPERATORS, created_by: OF_OPERATORS },
  charset_proposals: {
    read_as: 'row deleted',
    charset: 'row deleted',
    before: 'row deleted',
    after: 'row deleted',
  },
  datastore_leftovers: { sha256: kept('until the copy is removed'), type: kept('until the copy is removed') },
  datastores: { name: OF_OPERATORS, kind: NAME_OF_STATE, base: OF_OPERATORS, redirect_url: OF_OPERATORS },
  deleted_files: { hash: kept('an import must never bring the file back') },
  double_inserts: { harvester: OF_SITE },
  filter_hashes: { md5: kept('an admin lists it, to hide posts with the file') },
  filtered_posts: { action: NAME_OF_STATE },
  forums: { base_url: OF_SITE },
  dirty: { request_id: OF_REQUEST },
  harvest_leases: { worker: OF_PROCESS },
  harvest_state: { url: OF_SITE, last_modified: kept('a time of the source') },
  identities: { name: OF_OPERATORS },
  identity_aliases: { kind: NAME_OF_STATE, value: OF_OPERATORS },
  images: {
    sha256: 'removed',
    md5: 'removed',
    pixels_sha3: 'removed',
    type: 'removed',
    sha1: 'removed',
    codecs: 'removed',
  },
  indices: { name: OF_PROCESS, state: NAME_OF_STATE, verified_uuid: OF_PROCESS },
  invitations: { token_hash: kept('a hash of a secret') },
  key_roles: { role: NAME_OF_STATE },
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
  passkey_challenges: {
    challenge: kept('random bytes'),
    holder_hash: kept('a hash of a secret'),
    purpose: NAME_OF_STATE,
  },
  passkeys: {
    credential_id: kept('random bytes of an authenticator'),
    name: OF_OPERATORS,
    public_key: kept('a key of staff'),
    transports: NAME_OF_STATE,
  },
  poster_addresses: { address: 'row deleted' },
  post_files: {
    media_hash: 'row deleted',
    media_hash_src: 'row deleted',
    media_hash_thb: 'row deleted',
    media_name: 'row deleted',
    media_type: 'row deleted',
    extra: 'row deleted',
  },
  post_filters: {
    kind: NAME_OF_STATE,
    pattern: OF_OPERATORS,
    fields: NAME_OF_STATE,
    action: NAME_OF_STATE,
    note: OF_OPERATORS,
    created_by: OF_OPERATORS,
  },
  post_replays: { sha256: 'row deleted' },
  quarantine: { index_name: 'row deleted', reason: 'row deleted' },
  raw_messages: { content: 'row deleted', read_as: 'row deleted' },
  recovery_codes: { code_hash: kept('a hash of a secret') },
  refusals: { url: 'of threads', reason: 'of threads', sample: 'of threads' },
  removed_indices: { name: OF_PROCESS, board: OF_SITE },
  report_networks: { network: 'row deleted' },
  report_notes: { account: 'row deleted', note: 'row deleted' },
  report_tickets: {
    token_hash: kept('a hash of a secret'),
    decision: NAME_OF_STATE,
    answer: 'emptied',
  },
  reported_posts: { closed_by: 'row deleted', decision: 'row deleted' },
  reports: { category: 'row deleted', note: 'row deleted', origin: 'row deleted', account: 'row deleted' },
  scrapers: { worker: OF_PROCESS },
  senders: { address: kept('other messages of the sender bear its number; only the scraper may read it') },
  sessions: { id_hash: kept('a hash of a secret') },
  source_answers: { base_url: OF_SITE, answers: kept('codes and words about connections; no text of a document') },
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
    request_id: OF_REQUEST,
  },
  tombstones: { purged_by: OF_OPERATORS, reason: OF_OPERATORS },
  transaction_accounts: {
    account: OF_OPERATORS,
    session: kept('tells sessions of staff apart'),
    address: kept('until the transaction ends'),
  },
  url_history: { url: OF_SITE },
  wanted_media: { kind: 'row deleted', state: 'row deleted', detail: 'row deleted', request_id: 'row deleted' },
};
