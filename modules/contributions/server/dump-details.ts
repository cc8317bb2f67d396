/** The details of one dump, or of one file with all dumps of it. */
import type pg from 'pg';
import type { DumpDetails, DumpedFile, DumpedFileQuery, UNVERIFIED_REASONS } from '../contract/dump-list.ts';
import type { StaffDump } from '../contract/dump-moderation.ts';
import { fieldsOf } from '../format/judge.ts';
import { readDump } from '../format/read-dump.ts';
import { dumpStateOf } from '../format/states.ts';
import { findKnownFile, type FileKey } from '../store/file-record.ts';
import { SELECT_CHANGES, SELECT_DUMPS, toChange, toDump, type ChangeRow, type DumpRow } from './dump-rows.ts';

const MAX_LISTED = 50;

/** Index: dumps_pkey. $1 id. */
const SELECT_DUMP = `${SELECT_DUMPS} where d.id = $1 and d.client is not null`;

/** Index: dumps_pkey. $1 id. */
const SELECT_CONTENT = 'select d.state, d.problem, d.content, d.client from dumps d where d.id = $1';

/** Indexes: dump_contributors_pkey, dump_trust_pkey, dump_trust_contributor, dump_releases_pkey. $1 dump, $2 client, $3 version. */
const SELECT_CONTRIBUTORS = `
select encode(c.contributor, 'hex') as contributor, c.sent_at, encode(r.digest, 'hex') as release,
  least(t.trust, trust_by_release(c.contributor, c.release, $2, $3)) as trust
from dump_contributors c
left join dump_trust t on t.client = $2 and t.version = $3 and t.contributor = c.contributor
left join dump_releases r on r.id = c.release
where c.dump_id = $1 order by c.sent_at, c.contributor limit 1000`;

/** Index: dump_changes_dump. $1 dump. */
const CHANGES_OF_DUMP = `${SELECT_CHANGES} where r.dump_id = $1 order by r.id desc limit 100`;

/** Index: dump_log_dump. $1 dump. */
const SELECT_LOG = `
select l.at, l.actor, l.from_state, l.to_state, l.reason from dump_log l where l.dump_id = $1 order by l.id desc limit 100`;

interface ContentRow {
  readonly state: number;
  readonly problem: string | null;
  readonly content: Buffer;
  readonly client: string | null;
}

interface LogRow {
  readonly at: Date;
  readonly actor: DumpDetails['log'][number]['actor'];
  readonly from_state: number | null;
  readonly to_state: number;
  readonly reason: string | null;
}

type ContributorRow = Omit<DumpDetails['contributors'][number], 'sent_at'> & { readonly sent_at: Date };

/** Returns null if the dump does not exist or the caller may not see it. */
export async function findDump(client: pg.ClientBase | pg.Pool, id: number): Promise<DumpDetails | null> {
  const [row] = (await client.query<DumpRow>(SELECT_DUMP, [id])).rows;
  if (row === undefined) return null;
  const content = await contentOf(client, id);
  if (content === null) return null;
  const said = readDump(content.content);
  const contributors = await client.query<ContributorRow>(SELECT_CONTRIBUTORS, [id, row.client, row.version]);
  const changes = await client.query<ChangeRow>(CHANGES_OF_DUMP, [id]);
  const log = await client.query<LogRow>(SELECT_LOG, [id]);
  return {
    dump: toDump(row),
    says: { ...fieldsOf(said) },
    container: said.media?.container ?? null,
    tracks: said.media?.tracks.map((track) => ({ ...track })) ?? [],
    contributors: contributors.rows.map((each) => ({ ...each, sent_at: each.sent_at.toISOString() })),
    changes: changes.rows.map(toChange),
    log: log.rows.map(({ at, from_state: from, to_state: to, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      from: from === null ? null : dumpStateOf(from),
      to: dumpStateOf(to),
    })),
  };
}

/** A dump with its text, for moderators. It may be a dump that could not be parsed. */
export async function findStaffDump(client: pg.ClientBase, id: number): Promise<StaffDump | null> {
  const row = await contentOf(client, id);
  if (row === null) return null;
  return {
    details: row.client === null ? null : await findDump(client, id),
    state: dumpStateOf(row.state),
    problem: row.problem,
    xml: row.content.toString('utf8'),
  };
}

async function contentOf(client: pg.ClientBase | pg.Pool, id: number): Promise<ContentRow | null> {
  return (await client.query<ContentRow>(SELECT_CONTENT, [id])).rows[0] ?? null;
}

/** Indexes: images_sha256_key, dumps_sha256. $1 SHA-256. */
const KEY_OF_SHA256 = `
select md5, size from images where sha256 = $1
union all
select md5, size from dumps where sha256 = $1 limit 1`;

/** The dumps of a file, the used one first. Index: dumps_md5. $1 MD5, $2 size, $3 limit. */
const DUMPS_OF_FILE = `${SELECT_DUMPS} where d.md5 = $1 and d.size = $2 order by (d.state = 11) desc, d.id desc limit $3`;

/** Index: dump_changes_file. $1 MD5, $2 size, $3 limit. */
const CHANGES_OF_FILE = `${SELECT_CHANGES} where r.md5 = $1 and r.size = $2 order by r.id desc limit $3`;

/** Indexes: posts_media_hash, posts_media_hash_src, images_md5, banned_media_pkey. $1 MD5, $2 size. */
const IS_SHOWN = `
select shows_file($1, $2, f.sha256) and not is_banned_file($1, f.sha256) as is_shown
from (select (select i.sha256 from images i where i.md5 = $1 and i.size = $2 order by i.only_described, i.id limit 1) as sha256) f`;

/** Returns null if no visible post shows or names the file, or if it is banned. */
export async function findDumpedFile(pool: pg.Pool, query: DumpedFileQuery): Promise<DumpedFile | null> {
  const key = await keyOf(pool, query);
  if (key === null) return null;
  const values = [key.md5, key.size];
  const shown = await pool.query<{ is_shown: boolean }>(IS_SHOWN, values);
  if (shown.rows[0]?.is_shown !== true) return null;
  const file = await findKnownFile(pool, key);
  const rows = (await pool.query<DumpRow>(DUMPS_OF_FILE, [...values, MAX_LISTED])).rows;
  const changes = await pool.query<ChangeRow>(CHANGES_OF_FILE, [...values, MAX_LISTED]);
  const dumps = rows.map(toDump);
  const used = dumps.find(({ state }) => state === 'used');
  return {
    md5: key.md5.toString('hex'),
    size: key.size,
    stored: file.isStored,
    verified_by: used?.id ?? null,
    unverified_because: used === undefined ? reasonOf(dumps[0]) : null,
    facts: { ...file.record },
    dumps,
    changes: changes.rows.map(toChange),
  };
}

async function keyOf(pool: pg.Pool, { sha256, md5, size }: DumpedFileQuery): Promise<FileKey | null> {
  if (sha256 === undefined)
    return md5 === undefined || size === undefined ? null : { md5: Buffer.from(md5, 'hex'), size };
  const { rows } = await pool.query<{ md5: Buffer; size: string }>(KEY_OF_SHA256, [Buffer.from(sha256, 'hex')]);
  return rows[0] === undefined ? null : { md5: rows[0].md5, size: Number(rows[0].size) };
}

function reasonOf(newest: DumpedFile['dumps'][number] | undefined): (typeof UNVERIFIED_REASONS)[number] {
  if (newest === undefined) return 'no_dump';
  if (newest.state === 'reset' || newest.state === 'failed' || newest.state === 'smitten') return newest.state;
  return newest.state === 'forgotten' ? 'smitten' : (newest.reason ?? 'waiting');
}
